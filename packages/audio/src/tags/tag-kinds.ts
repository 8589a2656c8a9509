/** Kinds of tags as the tag library ranks them, the most reliable first: ID3v1 has 30 bytes for a text and numbers only. */
export const TAG_KINDS: readonly string[] = [
  'matroska',
  'APEv2',
  'vorbis',
  'ID3v2.4',
  'ID3v2.3',
  'ID3v2.2',
  'exif',
  'asf',
  'iTunes',
  'AIFF',
  'ID3v1',
]
