# docker build -t animproof . && docker run -v "$PWD:/data:ro" animproof animproof lint .
FROM debian:bookworm-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc make libc6-dev
COPY . /src
RUN make -s -j2 -C /src static

FROM debian:bookworm-slim
COPY --from=build /src/build/static/animproof /usr/local/bin/animproof
WORKDIR /data
CMD ["animproof", "--help"]
