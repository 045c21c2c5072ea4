// Prints the fields of a file. The wrapper frees the handle and throws an exception when a call fails.
#include <animproof.h>

#include <iostream>
#include <memory>
#include <stdexcept>

struct Handle {
    std::unique_ptr<animproof, void (*)(animproof *)> handle{ animproof_new(nullptr), animproof_free };
    void check(animproof_status status) const
    {
        if (status != ANIMPROOF_OK)
            throw std::runtime_error(animproof_why(handle.get()));
    }
    operator animproof *() const { return handle.get(); }
};

int main(int count, char **words)
{
    Handle file;
    try {
        file.check(animproof_open_file(file, count == 2 ? words[1] : nullptr));
        const auto print_field = [](void *, const animproof_field *field) {
            std::cout << field->path << " = " << field->text << '\n';
            return 0;
        };
        file.check(animproof_fields(file, print_field, nullptr));
    } catch (const std::exception &fault) {
        std::cerr << fault.what() << '\n';
        return 1;
    }
}
