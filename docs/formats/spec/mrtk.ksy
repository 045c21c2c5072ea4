# Made by `animproof spec mrtk --format ksy --mrtk-layout writer` (animproof 0.1.0).
meta:
  id: mrtk
  title: MRTK input animation
  file-extension: bin
  license: MIT
  ks-version: 0.9
  endian: le
doc: |
  The fields of a file, in order. Tests of Animproof compare them with the fields that it reads. A file that
  does not fit is refused where it breaks. Beside a field are the rules that point at it: `animproof lint`
  judges by them, and `animproof explain` tells of each.
  This is the layout writer.
doc-ref: Animproof, docs/formats/decisions.md
seq:
  - id: magic
    contents: [0xc6, 0x42, 0x9e, 0x0f, 0x6e, 0xaf, 0x8f, 0x6a]
    doc: |
      mrtk/magic: the file does not begin with the MRTK magic number
  - id: version
    type: version
    doc: |
      mrtk/no-keys: no curve of the animation has a key
  - id: has_camera
    type: u1
    if: 'version.minor == 1'
    doc: |
      mrtk/flag: a has-camera, has-hand or has-gaze flag is neither 0 nor 1
  - id: has_hand
    type: u1
    if: 'version.minor == 1'
    doc: |
      mrtk/flag: a has-camera, has-hand or has-gaze flag is neither 0 nor 1
  - id: has_gaze
    type: u1
    if: 'version.minor == 1'
    doc: |
      mrtk/flag: a has-camera, has-hand or has-gaze flag is neither 0 nor 1
  - id: camera
    type: pose(version.minor)
    if: 'version.minor == 0 or has_camera != 0'
  - id: hand_tracked_left
    type: boolean_curve
    if: 'version.minor == 0 or has_hand != 0'
  - id: hand_tracked_right
    type: boolean_curve
    if: 'version.minor == 0 or has_hand != 0'
  - id: hand_pinching_left
    type: boolean_curve
    if: 'version.minor == 0 or has_hand != 0'
  - id: hand_pinching_right
    type: boolean_curve
    if: 'version.minor == 0 or has_hand != 0'
  - id: hand_joints_left
    type: pose(version.minor)
    if: 'version.minor == 0 or has_hand != 0'
    repeat: expr
    repeat-expr: '27'
  - id: hand_joints_right
    type: pose(version.minor)
    if: 'version.minor == 0 or has_hand != 0'
    repeat: expr
    repeat-expr: '27'
  - id: gaze
    type: ray(version.minor)
    if: 'version.minor == 1 and has_gaze != 0'
  - id: marker_count
    type: s4
    valid:
      min: 0
    doc: |
      mrtk/count-negative: a key count or marker count is negative
      mrtk/count-exceeds-file: a key count or marker count needs more bytes than are left in the file
  - id: markers
    type: marker
    repeat: expr
    repeat-expr: 'marker_count'
  - id: after_the_end
    size-eos: true
    valid:
      expr: _.length == 0
    doc: Nothing follows the last field.
types:
  version:
    seq:
      - id: major
        type: s4
        valid:
          any-of: [1]
      - id: minor
        type: s4
        valid:
          any-of: [0, 1]
  float_key:
    params:
      - id: version_minor
        type: s4
    seq:
      - id: time
        type: f4
        doc: |
          mrtk/time-not-finite: a key's or marker's time is NaN or infinite
          mrtk/time-order: a key's time is not greater than the time of the key before it
          mrtk/time-negative: a time in a 1.1 file is below 0
          mrtk/component-mismatch: the curves of one vector or quaternion differ in key count or times
          mrtk/components-apart: the curves of one vector or quaternion differ in key count or times, as the page allows
      - id: value
        type: f4
        doc: |
          mrtk/value-not-finite: a float key's value is NaN or infinite
      - id: in_tangent
        type: f4
        if: 'version_minor == 0'
        doc: |
          mrtk/tangent-nan: a key's tangent is NaN
      - id: out_tangent
        type: f4
        if: 'version_minor == 0'
        doc: |
          mrtk/tangent-nan: a key's tangent is NaN
      - id: in_weight
        type: f4
        if: 'version_minor == 0'
        doc: |
          mrtk/weight-range: a weight that the weighted mode uses is not from 0 to 1
      - id: out_weight
        type: f4
        if: 'version_minor == 0'
        doc: |
          mrtk/weight-range: a weight that the weighted mode uses is not from 0 to 1
      - id: weighted_mode
        type: s4
        enum: weighted_mode
        if: 'version_minor == 0'
        doc: |
          mrtk/weighted-mode: a key's weighted mode is not 0, 1, 2 or 3
  float_curve:
    params:
      - id: version_minor
        type: s4
    seq:
      - id: pre_wrap
        type: s4
        enum: wrap_mode
        doc: |
          mrtk/wrap-mode: a wrap mode has bits other than 1, 2, 4 and 8
          mrtk/wrap-mode-combined: a wrap mode combines several modes
      - id: post_wrap
        type: s4
        enum: wrap_mode
        doc: |
          mrtk/wrap-mode: a wrap mode has bits other than 1, 2, 4 and 8
          mrtk/wrap-mode-combined: a wrap mode combines several modes
      - id: key_count
        type: s4
        valid:
          min: 0
        doc: |
          mrtk/count-negative: a key count or marker count is negative
          mrtk/count-exceeds-file: a key count or marker count needs more bytes than are left in the file
          mrtk/component-mismatch: the curves of one vector or quaternion differ in key count or times
          mrtk/components-apart: the curves of one vector or quaternion differ in key count or times, as the page allows
      - id: keys
        type: float_key(version_minor)
        repeat: expr
        repeat-expr: 'key_count'
  pose:
    params:
      - id: version_minor
        type: s4
    seq:
      - id: position_x
        type: float_curve(version_minor)
      - id: position_y
        type: float_curve(version_minor)
      - id: position_z
        type: float_curve(version_minor)
      - id: rotation_x
        type: float_curve(version_minor)
      - id: rotation_y
        type: float_curve(version_minor)
      - id: rotation_z
        type: float_curve(version_minor)
      - id: rotation_w
        type: float_curve(version_minor)
  boolean_key:
    seq:
      - id: time
        type: f4
        doc: |
          mrtk/time-not-finite: a key's or marker's time is NaN or infinite
          mrtk/time-order: a key's time is not greater than the time of the key before it
          mrtk/time-negative: a time in a 1.1 file is below 0
      - id: value
        type: f4
        doc: |
          mrtk/boolean-value: a boolean key's value is neither 0.0 nor 1.0
          mrtk/boolean-no-flip: a boolean key repeats the value before it
  boolean_curve:
    seq:
      - id: pre_wrap
        type: s4
        enum: wrap_mode
        doc: |
          mrtk/wrap-mode: a wrap mode has bits other than 1, 2, 4 and 8
          mrtk/wrap-mode-combined: a wrap mode combines several modes
      - id: post_wrap
        type: s4
        enum: wrap_mode
        doc: |
          mrtk/wrap-mode: a wrap mode has bits other than 1, 2, 4 and 8
          mrtk/wrap-mode-combined: a wrap mode combines several modes
      - id: key_count
        type: s4
        valid:
          min: 0
        doc: |
          mrtk/count-negative: a key count or marker count is negative
          mrtk/count-exceeds-file: a key count or marker count needs more bytes than are left in the file
      - id: keys
        type: boolean_key
        repeat: expr
        repeat-expr: 'key_count'
  ray:
    params:
      - id: version_minor
        type: s4
    seq:
      - id: origin_x
        type: float_curve(version_minor)
      - id: origin_y
        type: float_curve(version_minor)
      - id: origin_z
        type: float_curve(version_minor)
      - id: direction_x
        type: float_curve(version_minor)
      - id: direction_y
        type: float_curve(version_minor)
      - id: direction_z
        type: float_curve(version_minor)
  marker:
    seq:
      - id: time
        type: f4
        doc: |
          mrtk/time-not-finite: a key's or marker's time is NaN or infinite
          mrtk/time-negative: a time in a 1.1 file is below 0
          mrtk/marker-order: a marker's time is less than the time of the marker before it
      - id: name_length
        type: length_of_name
        doc: |
          mrtk/marker-name: the length prefix of a marker's name cannot be used
          mrtk/marker-name-overlong: the length prefix of a marker's name is longer than necessary
      - id: name
        size: 'name_length.value'
        doc: |
          mrtk/marker-name-utf8: a marker's name is not well-formed UTF-8
  length_of_name:
    doc: A number of bytes in groups of 7 bits, the low group first, at most 5 groups.
    seq:
      - id: groups
        type: u1
        repeat: until
        repeat-until: (_ & 0x80) == 0 or groups.size == 5
      - id: after_groups
        size: 0
        valid:
          expr: (groups.last & 0x80) == 0
    instances:
      value:
        value: '(groups[0] & 0x7f) + (groups.size > 1 ? (groups[1] & 0x7f) * 0x80 : 0) + (groups.size > 2 ? (groups[2] & 0x7f) * 0x4000 : 0) + (groups.size > 3 ? (groups[3] & 0x7f) * 0x200000 : 0) + (groups.size > 4 ? (groups[4] & 0xf) * 0x10000000 : 0)'
enums:
  weighted_mode:
    0: none_mode
    1: in_mode
    2: out_mode
    3: both_mode
  wrap_mode:
    0: default_mode
    1: once_mode
    2: loop_mode
    4: ping_pong_mode
    8: clamp_forever_mode
