# Made by `animproof spec memg --format ksy` (animproof 0.1.0).
meta:
  id: memg
  title: mesh-ensemble motion
  file-extension: bin
  license: MIT
  ks-version: 0.9
  endian: le
doc: |
  The fields of a file, in order. Tests of Animproof compare them with the fields that it reads. A file that
  does not fit is refused where it breaks. Beside a field are the rules that point at it: `animproof lint`
  judges by them, and `animproof explain` tells of each.
doc-ref: Animproof, docs/formats/decisions.md
seq:
  - id: endian
    type: s4le
    valid:
      any-of: [1, 16777216]
    doc: |
      memg/endian-indicator: the file does not begin with the integer 1, in either byte order
      memg/byte-order: the file is big-endian
  - id: body
    type: body
types:
  body:
    meta:
      endian:
        switch-on: _root.endian
        cases:
          1: le
          16777216: be
    seq:
      - id: framerate
        type: s4
        doc: |
          memg/framerate: the framerate is zero or negative
          memg/framerate-unusual: the framerate is neither 30 nor 120
      - id: frame_count
        type: s4
        valid:
          min: 0
        doc: |
          memg/count-negative: a count or length is negative
          memg/no-frames: the file has no local frames
      - id: timestep_count
        type: s4
        valid:
          min: 0
        doc: |
          memg/count-negative: a count or length is negative
          memg/no-timesteps: the file has no timesteps
      - id: transforms
        type: timestep(frame_count)
        repeat: expr
        repeat-expr: 'frame_count == 0 ? 0 : timestep_count'
      - id: groups
        type: group
        repeat: eos
    types:
      transform:
        seq:
          - id: values
            type: f8
            repeat: expr
            repeat-expr: '12'
            doc: |
              memg/not-finite: a number is NaN or infinite
              memg/rotation: the 3 x 3 block of a transform is not a rotation
      timestep:
        params:
          - id: frame_count
            type: s4
        seq:
          - id: transforms
            type: transform
            repeat: expr
            repeat-expr: 'frame_count'
      matrix:
        seq:
          - id: rows
            type: s4
            valid:
              min: 0
            doc: |
              memg/count-negative: a count or length is negative
              memg/count-exceeds-file: a count or length needs more bytes than are left in the file
              memg/basis-rows: the basis does not have three rows per vertex
              memg/coefficients-rows: the coefficients do not have as many rows as the basis has columns
          - id: columns
            type: s4
            valid:
              min: 0
            doc: |
              memg/count-negative: a count or length is negative
              memg/coefficients-columns: the coefficients do not have one column per timestep
              memg/modes-exceed: a group has more modes than its motion can need
              memg/rigid-group: a group has no modes, so it only moves as a rigid body
          - id: values
            type: f8
            repeat: expr
            repeat-expr: 'rows * columns'
            doc: |
              memg/not-finite: a number is NaN or infinite
      group:
        seq:
          - id: name_length
            type: s4
            valid:
              min: 0
            doc: |
              memg/count-negative: a count or length is negative
              memg/count-exceeds-file: a count or length needs more bytes than are left in the file
              memg/name-empty: a group's name is empty
          - id: name
            size: 'name_length'
            doc: |
              memg/name-duplicate: a group has the name of an earlier group
              memg/name-character: a group's name has a space, a control character or NUL
              memg/name-not-ascii: a group's name has a byte that is not ASCII
          - id: vertex_count
            type: s4
            valid:
              min: 0
            doc: |
              memg/count-negative: a count or length is negative
              memg/count-exceeds-file: a count or length needs more bytes than are left in the file
              memg/no-vertices: a group has no vertices
          - id: mapping
            type: s4
            repeat: expr
            repeat-expr: 'vertex_count'
            doc: |
              memg/mapping-range: a mapping entry is not a vertex of the .obj
              memg/mapping-duplicate: a group maps two of its vertices to one vertex of the .obj
          - id: mean
            type: f8
            repeat: expr
            repeat-expr: '3 * vertex_count'
            doc: |
              memg/not-finite: a number is NaN or infinite
          - id: parent_frame
            type: s4
            doc: |
              memg/parent-range: a group's parent frame does not exist
          - id: basis
            type: matrix
          - id: coefficients
            type: matrix
