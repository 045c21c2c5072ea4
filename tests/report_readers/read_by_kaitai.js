// Compiles Kaitai Struct descriptions, and reads files with the compiled readers.
//   node read_by_kaitai.js FOLDER-OF-NODE-MODULES LANGUAGE,... DESCRIPTION... < lines of DESCRIPTION TAB FILE
// The first line of the output lists compilation failures: {"failed": [[description, language, message] ...]}. Then a line for
// each file: its fields as [path, offset, length, value] with the paths of `animproof dump`, the error that ended the reading and
// the error of a reader without debugging marks. Numbers that JSON lacks, such as NaN, are strings.
const fs = require("fs");
const modules = process.argv[2];
const compiler = require(modules + "/kaitai-struct-compiler");
const yaml = require(modules + "/js-yaml");
const KaitaiStream = require(modules + "/kaitai-struct").KaitaiStream;

const NOT_FIELDS = ["after_the_end", "after_groups"]; // empty fields, which check that the file or list ends

function snake(name) {
    return name.replace(/[A-Z]/g, letter => "_" + letter.toLowerCase());
}

function plain_value(value) {
    if (value instanceof Uint8Array)
        return Buffer.from(value).toString("hex");
    return Number.isFinite(value) && !Object.is(value, -0) ? value : String(Object.is(value, -0) ? "-0" : value);
}

// Returns the names of a record's members that were read.
function names_of_read_members(record) {
    return Object.keys(record._debug).filter(name => !NOT_FIELDS.includes(snake(name)) && record._debug[name].end !== undefined
        || Array.isArray(record[name]) || record[name] && record[name]._debug);
}

function put_field(fields, path, value, place) {
    if (value && value._debug && value.constructor.name === "LengthOfName") {
        if (place.end !== undefined) // undefined if the last group of the length is invalid
            fields.push([path.replace(/_length$/, ""), place.start, place.end - place.start, value.value]);
    } else if (value && value._debug)
        put_fields_of_record(fields, path, value);
    else if (place && place.end !== undefined)
        fields.push([path, place.start, place.end - place.start, plain_value(value)]);
}

function put_fields_of_record(fields, path, record) {
    const names = names_of_read_members(record);
    for (const name of names) {
        const value = record[name], place = record._debug[name];
        // Paths of dump have no part for a body, nor for an array inside an array.
        const inner = snake(name) === "body" || path.endsWith("]") && names.length === 1 && Array.isArray(value);
        const here = inner ? path : path === "" ? snake(name) : path + "." + snake(name);
        if (Array.isArray(value))
            value.forEach((element, i) => put_field(fields, here + "[" + i + "]", element, place.arr[i]));
        else
            put_field(fields, here, value, place);
    }
}

async function compile(path, language, debug) {
    return compiler.compile(language, yaml.load(fs.readFileSync(path, "utf8")), null, debug);
}

async function compiled_reader(path, debug) {
    const files = await compile(path, "javascript", debug);
    const name = Object.keys(files)[0].replace(/\.js$/, "");
    const made = {};
    new Function("exports", "require", files[name + ".js"])(made, () => KaitaiStream);
    return made[name];
}

// Returns the message of the error that a reader throws, or null.
function error_of(reading) {
    try {
        reading();
        return null;
    } catch (fault) {
        return fault.name + ": " + fault.message;
    }
}

// Returns [description, language, message] of each failure.
async function compilation_failures(languages, paths) {
    const failed = [];
    for (const path of paths) {
        for (const language of languages) {
            try {
                await compile(path, language, false);
            } catch (fault) {
                failed.push([path, language, String(fault.message || fault)]);
            }
        }
    }
    return failed;
}

(async () => {
    const paths = process.argv.slice(4), readers = {};
    console.log(JSON.stringify({ failed: await compilation_failures(process.argv[3].split(","), paths) }));
    for (const path of paths)
        readers[path] = { marked: await compiled_reader(path, true), bare: await compiled_reader(path, false) };
    for (const line of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
        const [description, path] = line.split("\t");
        const bytes = fs.readFileSync(path);
        const stream = () => new KaitaiStream(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
        const file = new readers[description].marked(stream());
        const error = error_of(() => file._read());
        const at_once = error_of(() => new readers[description].bare(stream()));
        const fields = [];
        put_fields_of_record(fields, "", file);
        console.log(JSON.stringify({ path, error, at_once, fields }));
    }
})();
