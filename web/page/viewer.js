// Shows the moving picture of a file with its joints and curves, and keeps them at the same moment and point.

class Viewer {
    // `showField({ path })` shows a field of the file, `showVertex({ path, line, offset, length })` a vertex of the skin, `showPicture()`
    // scrolls to the picture; `onmoment(moment)` is called for a moment that the user chose.
    constructor(host, { showField, showVertex, showPicture, onmoment }) {
        Object.assign(this, { host, showField, showVertex, marks: [], point: -1, joint: -1 });
        this.picture = new Picture($('canvas'), { skin: $('skin'), normals: $('normals'), grid: $('grid') }, { choose: point => this.pick(point) });
        this.picture.onnote = note => { $('picture-note').textContent = note; };
        this.player = new Player({ play: $('play'), slider: $('slider'), back: $('back'), next: $('next'), speed: $('speed'), loop: $('loop'),
            moment: $('moment'), marks: $('marks') }, { show: moment => this.showMoment(moment), onmoment: moment => {
            this.leaveBindPose();
            this.curves.setMoment(moment);
            onmoment(moment);
        } });
        this.joints = new Joints({ box: $('joints'), search: $('joint-search'), list: $('joint-list'), count: $('joint-count') },
            { choose: point => this.pick(point).then(showPicture), hover: point => this.picture.hover(point) });
        this.curves = new Curves({ box: $('curve-box'), canvas: $('curve'), select: $('curves'), note: $('curve-note'), now: $('now'), title: $('curve-title') }, {
            choose: (path, moment) => {
                this.player.stop();
                this.player.go(moment);
                this.showField({ path }, { follow: false });
            },
        });
        this.compare = new Compare(host, { select: $('compare'), note: $('changes-note'), list: $('changes') },
            { draw: (...other) => this.drawOther(...other), showField: field => this.showField(field, { follow: true }).then(showPicture) });
        $('canvas').addEventListener('keydown', event => this.player.press(event));
        $('fit').addEventListener('click', () => this.picture.fit());
        $('bind').addEventListener('change', () => this.showBindPose($('bind').checked));
        $('png').addEventListener('click', () => this.savePicture());
        $('skin').addEventListener('change', () => this.explainWeights());
    }

    get now() {
        return this.player.now;
    }

    // Opens the picture of a file, with the findings and the companion of the file's report.
    async open(name, { picture, shown, outermost, reach, seen }, { findings, companion }) {
        Object.assign(this, { name, companion, view: picture, marks: [] });
        $('bind').checked = false;
        $('bind').parentElement.hidden = !picture.bind;
        $('skin').options[1].hidden = picture.dots.length === 0;
        $('skin').options[2].hidden = picture.kind === 'points';
        $('drawn-part').hidden = picture.drawn_part === null;
        $('drawn-part').textContent = picture.drawn_part === null ? '' : `The picture shows ${picture.drawn_part}: an error of the file hides the rest.`;
        this.player.open(picture);
        this.curves.open(picture);
        this.joints.open(picture, seen);
        this.picture.open(picture, shown, outermost, reach);
        await this.choosePoint(-1, -1);
        const places = await this.host.call('find', { paths: findings.map(({ path }) => path) });
        if (this.view !== picture || !Array.isArray(places))
            return;
        this.marks = places.map((place, i) => ({ ...place, severity: findings[i].severity }));
        this.player.setMarks(this.marks);
        if (this.point < 0)
            await this.choosePoint(-1);
    }

    close() {
        this.player.stop();
        this.view = null;
    }

    async showMoment(moment) {
        const picture = this.view, shown = await this.host.call('show', { moment });
        if (shown?.points && this.view === picture)
            this.picture.setShown(shown);
    }

    // Draws the picture of another file over this one, at the same moment; null draws none.
    async drawOther(picture, outermost) {
        this.picture.setOther(picture, outermost);
        await this.showMoment($('bind').checked ? null : this.now);
    }

    async showBindPose(bind) {
        this.player.stop();
        if (bind) {
            this.curves.setMoment(null);
            await this.showMoment(null);
            this.picture.fit();
        } else {
            this.picture.fitWhole();
            this.player.go(this.now);
        }
    }

    leaveBindPose() {
        if ($('bind').checked)
            this.picture.fitWhole();
        $('bind').checked = false;
    }

    // Chooses the point that the user has picked, and shows its field. Where no point is (-1), a click clears the chosen vertex, or
    // else the chosen joint.
    async pick(point) {
        if (this.view === null)
            return;
        const kept = this.point === this.joint ? -1 : this.joint;
        const vertex = await (point < 0 ? this.choosePoint(kept, kept) : this.choosePoint(point)), { path } = this.view.dots[point] ?? {};
        if (path !== undefined)
            await this.showField({ path }, { follow: false });
        else if (vertex?.line !== undefined)
            await this.showVertex(vertex);
    }

    // Marks a point in the picture, and shows its curves; -1 chooses no point. The skin has the weights of the joint that was chosen
    // last; if `joint` is -1, of none. Returns the place of the point in the file if it is a vertex.
    async choosePoint(point, joint = this.view.dots[point] ? point : this.joint) {
        const { view } = this;
        if (joint !== this.joint)
            this.weights = null;
        Object.assign(this, { point, joint });
        this.picture.mark(point, joint, this.weights);
        this.joints.mark(joint);
        const { curves, weights, weights_of_vertex, weight_count, ...vertex } = await this.host.call('choose', { point });
        if (this.view !== view || this.point !== point || !curves)
            return null;
        this.weights = joint === point ? weights : this.weights;
        this.picture.mark(point, joint, this.weights);
        this.listWeights(vertex, weights_of_vertex, weight_count);
        this.explainWeights();
        const title = point < 0 ? 'Curves of the file' : view.dots[point] ? `Curves of ${view.dots[point].name}` : `Curves of point ${point}`;
        this.curves.show(title, curves, this.marks.filter(mark => mark.point === point || mark.point === null));
        this.curves.setMoment(this.now);
        return vertex;
    }

    // Moves the picture to a field: shows its moment and marks its point, curve and triangle.
    async follow({ moment, point, curve, triangle }) {
        this.player.stop();
        if (moment !== null)
            this.player.go(moment);
        if ((point ?? -1) !== this.point || point === null)
            await this.choosePoint(point ?? -1);
        if (curve !== null)
            this.curves.mark(curve, moment);
        this.picture.markTriangle(triangle);
    }

    // Lists the weights of a chosen vertex over the picture.
    listWeights({ path, line }, weights, count) {
        const each = weights.map(({ joint, bias }) => `${joint} ${Number(bias?.toPrecision(4))}`).join(', ');
        const more = count > weights.length ? ` and ${count - weights.length} more` : `; their sum is ${Number(weights.reduce((sum, { bias }) => sum + bias, 0).toPrecision(4))}`;
        const where = line === undefined ? '' : `, line ${line}${this.companion ? ` of ${this.companion}` : ''}`;
        $('weights').textContent = path === undefined ? '' : escapeHidden(`Weights of ${path}${where}: ${each}${more}`);
    }

    explainWeights() {
        $('said').textContent = $('skin').value === 'weights' && this.picture.weights === null ? 'choose a joint to see its weights' : '';
    }

    savePicture() {
        $('canvas').toBlob(blob => {
            const address = URL.createObjectURL(blob);
            newElement('a', { href: address, download: `${this.name.replace(/^.*\//, '')}-${this.now}.png` }).click();
            setTimeout(() => URL.revokeObjectURL(address), 10000);
        });
    }
}
