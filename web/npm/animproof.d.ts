/** Checks animation files: .md5anim, .md5mesh and .md5camera of id Tech 4, MRTK recordings, and mesh-ensemble motions. */

/** The content of a file. A string is encoded as UTF-8. */
export type Content = string | ArrayBuffer | ArrayBufferView;

export type Severity = 'error' | 'warning' | 'note';

/** A place in a file. Offsets count bytes from 0; lines and columns count from 1, columns in bytes, and are null in binary formats. */
export interface Place {
    offset: number;
    length: number;
    line: number | null;
    column: number | null;
}

/** Another place that a finding is about. */
export interface RelatedPlace extends Place {
    label: string;
}

/** One violation of a rule. */
export interface Finding extends Place {
    /** The id of the rule, which never changes: `md5anim/parent-order`. */
    rule: string;
    severity: Severity;
    class: 'malformed' | 'invalid' | 'suspicious' | 'info';
    /** The path of the field, such as `hierarchy[3].parent`; empty for the file as a whole. */
    path: string;
    /** The name of the joint that the field belongs to. */
    joint?: string;
    /** The component of the joint that the last index of the path stands for. */
    component?: 'Tx' | 'Ty' | 'Tz' | 'Qx' | 'Qy' | 'Qz';
    message: string;
    expected: string | null;
    found: string | null;
    related: RelatedPlace[];
}

/** The report of one file: an entry of `files` of `animproof lint --format json`. */
export interface FileReport {
    file: string;
    /** null if no format was recognized. */
    format: string | null;
    layout: string | null;
    /** In bytes. */
    size: number;
    /** True if the file was checked to its end and has no error. */
    valid: boolean;
    /** Number of parts that were not checked because of an error before them. */
    skipped_checks: number;
    /** The name of the companion, or null if there is none. Absent if the format has no companion. */
    companion?: string | null;
    companion_reason?: string;
    no_companion?: string;
    /** Why the file could not be checked to its end. Absent otherwise. */
    error?: string;
    /** In the order of their offsets. At most 10,000, and 1,000 of one rule. */
    findings: Finding[];
    /** Findings that comments in the file suppress. */
    suppressed?: Finding[];
}

export interface Report extends FileReport {
    /** The report of the companion, if it is checked together with the file; null otherwise. */
    companionReport: FileReport | null;
}

export interface LintOptions {
    /** The .md5mesh of an .md5anim, or the .obj of a mesh-ensemble motion. */
    companion?: { bytes: Content; name?: string };
}

/** A rule, with the texts that `animproof explain` prints. */
export interface Rule {
    id: string;
    summary: string;
    meaning: string;
    /** Where the rule comes from: `published`, `writer`, `derived` or `choice`. */
    grade: string;
    source: string;
    /** Readers that fail on files that break the rule. */
    breaks: string;
    /** How to fix a file. */
    fix: string;
}

/** The version of the package, MAJOR.MINOR.PATCH. */
export const version: string;

/** Checks one file. The name is used to recognise the format, which binary files also show by their content. */
export function lint(bytes: Content, name?: string, options?: LintOptions): Promise<Report>;

/** Returns all rules. */
export function rules(): Promise<Rule[]>;
