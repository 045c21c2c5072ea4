// Shows the moving picture of a file with its joints and curves, and keeps them at the same moment and point.

class Viewer {
    // `showField({ path })` shows a field of the file; `onmoment(moment)` is called for a moment that the user chose.
    constructor(host, { showField, onmoment }) {
        Object.assign(this, { host, showField, marks: [], point: -1 });
        this.picture = new Picture($('canvas'), { skin: $('skin'), normals: $('normals'), grid: $('grid') }, { choose: point => this.pick(point) });
        this.picture.onnote = note => { $('picture-note').textContent = note; };
        this.player = new Player({ play: $('play'), slider: $('slider'), back: $('back'), next: $('next'), speed: $('speed'), loop: $('loop'),
            moment: $('moment'), marks: $('marks') }, { show: moment => this.showMoment(moment), onmoment: moment => {
            this.leaveBindPose();
            this.curves.setMoment(moment);
            onmoment(moment);
        } });
        this.joints = new Joints({ box: $('joints'), search: $('joint-search'), list: $('joint-list'), count: $('joint-count') },
            { choose: point => this.pick(point), hover: point => this.picture.hover(point) });
        this.curves = new Curves({ box: $('curve-box'), canvas: $('curve'), select: $('curves'), note: $('curve-note'), now: $('now'), title: $('curve-title') }, {
            choose: (path, moment) => {
                this.player.stop();
                this.player.go(moment);
                this.showField({ path }, { follow: false });
            },
        });
        this.compare = new Compare(host, { select: $('compare'), note: $('changes-note'), list: $('changes') },
            { draw: picture => this.drawOther(picture), showField: field => this.showField(field, { follow: true }) });
        $('canvas').addEventListener('keydown', event => this.player.press(event));
        $('fit').addEventListener('click', () => this.picture.fit());
        $('bind').addEventListener('change', () => this.showBindPose($('bind').checked));
        $('png').addEventListener('click', () => this.savePicture());
        $('skin').addEventListener('change', () => this.explainWeights());
    }

    get now() {
        return this.player.now;
    }

    // Opens the picture of a file. `findings` are the findings of this file.
    async open(name, { picture, shown, outermost, reach, seen }, findings) {
        Object.assign(this, { name, view: picture, marks: [] });
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
        await this.choosePoint(-1);
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
    async drawOther(picture) {
        this.picture.setOther(picture);
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

    // Chooses the point that the user has picked, and shows its field.
    async pick(point) {
        if (point < 0)
            return;
        await this.choosePoint(point);
        const { path } = this.view.dots[point] ?? {};
        if (path !== undefined)
            await this.showField({ path }, { follow: false });
    }

    // Marks a point in the picture and the tree, and shows its curves; -1 chooses no point.
    async choosePoint(point) {
        const { view } = this;
        this.point = point;
        this.picture.mark(point);
        this.joints.mark(point);
        const chosen = await this.host.call('choose', { point });
        if (this.view !== view || this.point !== point || !chosen.curves)
            return;
        this.picture.mark(point, chosen.weights);
        this.listWeights(point, chosen);
        this.explainWeights();
        const title = point < 0 ? 'Curves of the file' : view.dots[point] ? `Curves of ${view.dots[point].name}` : `Curves of point ${point}`;
        this.curves.show(title, chosen.curves, this.marks.filter(mark => mark.point === point || mark.point === null));
        this.curves.setMoment(this.now);
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

    // Lists the weights of a chosen vertex.
    listWeights(point, { weights_of_vertex: weights, weight_count: count }) {
        const each = weights.map(({ joint, bias }) => `${joint} ${Number(bias?.toPrecision(4))}`).join(', ');
        const more = count > weights.length ? ` and ${count - weights.length} more` : `; their sum is ${Number(weights.reduce((sum, { bias }) => sum + bias, 0).toPrecision(4))}`;
        $('weights').textContent = count === 0 ? '' : escapeHidden(`Weights of vertex ${point - this.view.dots.length}: ${each}${more}`);
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
