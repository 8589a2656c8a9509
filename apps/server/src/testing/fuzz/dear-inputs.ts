import { BOUNDARY } from '../multipart.ts'

/** An input that costs much where something takes more than linear time, in any length. */
export interface DearInput {
  readonly name: string
  /** @param length in characters, all of them ASCII but for texts */
  make(length: number): string
}

const repeat = (name: string, unit: string, { before = '', after = '' } = {}): DearInput => ({
  name,
  make(length) {
    const inside = Math.max(0, length - before.length - after.length)
    return before + unit.repeat(Math.ceil(inside / unit.length)).slice(0, inside) + after
  },
})

const halves = (name: string, [first, second]: readonly [string, string]): DearInput => ({
  name,
  make: length => first.repeat(Math.floor(length / 2)) + second.repeat(Math.floor(length / 2)),
})

/** For text fields and parts of addresses. */
export const DEAR_TEXTS: readonly DearInput[] = [
  // Marks that have to be sorted, composed or taken apart.
  halves('marks in two classes', ['\u0300', '\u0316']),
  repeat('marks in turn', '\u0300\u0316'),
  repeat('as many marks as a letter may have', `e${'\u0316\u0301'.repeat(15)}`),
  repeat('marks of Hebrew', '\u05b0\u05c1\u05bc'),
  repeat('marks that decompose', '\u0344\u0316'),
  repeat('half-width voiced marks', '\uff9e\u0300'),
  repeat('ligatures of eighteen letters', '\ufdfa'),
  repeat('musical symbols', '\u{1d160}'),
  repeat('conjoining Jamo', '\u1100\u1161\u11a8'),
  repeat('joined emoji', '👩\u200d🎤'),
  repeat('letters that grow in lower case', 'İ'),
  repeat('letters with other cases', 'ßΣŉﬃ'),
  repeat('invisible characters', '\u200b\u2060\u202e'),
  // What patterns backtrack over.
  repeat('spaces', ' '),
  repeat('spaces between letters', 'a ', { after: 'a' }),
  repeat('a gap', ' ', { before: 'a', after: 'a' }),
  repeat('ideographic spaces', '\u3000', { before: 'a', after: 'a' }),
  repeat('letters', 'a', { after: '!' }),
  repeat('digits', '9'),
  repeat('zeros', '0', { before: '1.', after: 'e' }),
  repeat('dots', '.'),
  repeat('dots in names', 'a.'),
  repeat('addresses', 'a@'),
  repeat('domains', 'a@a.', { after: '@' }),
  repeat('hyphens', 'a-'),
  repeat('underscores', '_'),
  repeat('slashes', '/'),
  repeat('paths', '../'),
  repeat('backslashes', '\\'),
  repeat('quotes', '"'),
  repeat('apostrophes', "' or '"),
  repeat('opening brackets', '([{<'),
  repeat('markup', '<a href="'),
  repeat('wildcards', '%_*?'),
  repeat('percent signs', '%'),
  repeat('escapes', '%25'),
  repeat('plus signs', '+'),
  repeat('equal signs', '='),
  repeat('and signs', '&a'),
  repeat('commas', ','),
  repeat('semicolons', ';'),
  repeat('colons', '::1'),
]

/** Bodies that are JSON, or nearly. */
export const DEAR_JSON: readonly DearInput[] = [
  { name: 'deep lists', make: length => '['.repeat(length / 2) + ']'.repeat(length / 2) },
  { name: 'deep objects', make: length => `${'{"a":'.repeat(length / 6)}1${'}'.repeat(length / 6)}` },
  repeat('lists that never end', '['),
  repeat('empty lists', '[],', { before: '{"a":[', after: '0]}' }),
  repeat('empty objects', '{},', { before: '{"a":[', after: '0]}' }),
  repeat('numbers', '0,', { before: '{"a":[', after: '0]}' }),
  repeat('fields of one name', '"a":0,', { before: '{', after: '"b":0}' }),
  repeat('names of prototypes', '"__proto__":0,', { before: '{', after: '"b":0}' }),
  repeat('escaped marks', '\\u0300\\u0316', { before: '{"a":"', after: '"}' }),
  repeat('escaped backslashes', '\\\\', { before: '{"a":"', after: '"}' }),
  repeat('a text that never ends', '\\"', { before: '{"a":"' }),
  repeat('white space', ' \n', { before: '{', after: '}' }),
  repeat('digits of one number', '1', { before: '{"a":', after: '}' }),
  {
    name: 'fields of many names',
    make: length => `{${Array.from({ length: length / 12 }, (_, n) => `"${n.toString(36)}":0`).join(',')}}`,
  },
]

/** Forms. */
export const DEAR_FORMS: readonly DearInput[] = [
  repeat('names without a value', 'a&'),
  repeat('and signs', '&'),
  repeat('equal signs', '='),
  repeat('empty values', 'a=&'),
  repeat('one name without an end', 'a'),
  repeat('one value', 'x', { before: 'u=' }),
  repeat('escaped marks', '%CC%80%CC%96', { before: 'u=' }),
  repeat('percent signs', '%', { before: 'u=' }),
  repeat('plus signs', '+', { before: 'u=' }),
  repeat('escapes of letters', '%61', { before: 'comment=' }),
  repeat('ids', `id=tr-${'x'.repeat(22)}&`),
  repeat('long values', `id=${'%41'.repeat(600)}&`),
  repeat('user names', 'u=a&u=b&'),
]

const FILE_PART = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`

/** Multipart bodies. */
export const DEAR_MULTIPART: readonly DearInput[] = [
  repeat('parts', `--${BOUNDARY}\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n`),
  repeat('headers of a part', 'x-a: b\r\n', { before: `--${BOUNDARY}\r\n` }),
  repeat('beginnings of a boundary', `\r\n--${BOUNDARY.slice(0, -1)}`, { before: FILE_PART }),
  repeat('quotes in a name', '\\"', { before: `--${BOUNDARY}\r\ncontent-disposition: form-data; name="` }),
]

/** Values of headers. */
export const DEAR_HEADERS: Readonly<Record<string, readonly DearInput[]>> = {
  cookie: [
    repeat('separators', ';'),
    repeat('pairs', 'a=%;'),
    repeat('tokens', `token=${'A'.repeat(43)};`),
    repeat('equal signs', '='),
  ],
  'if-none-match': [repeat('ETags', '"a",'), repeat('weak ETags', 'W/'), repeat('commas', ',')],
  'if-match': [repeat('ETags', '"",')],
  range: [repeat('ranges', '0-0,', { before: 'bytes=' }), repeat('digits', '9', { before: 'bytes=' })],
  'accept-encoding': [
    repeat('a gap', ' ', { before: 'gzip', after: 'x' }),
    repeat('commas', ','),
    repeat('refused encodings', 'br;q=0,'),
    repeat('parameters', '; '),
  ],
  'accept-language': [repeat('languages', 'en;q=0.1,'), repeat('a gap', ' ', { before: 'en', after: 'x' })],
  accept: [repeat('types', 'text/html;q=0.1,'), repeat('parameters', ';')],
  'cache-control': [repeat('directives', 'no-cach ')],
  'content-type': [
    repeat('a gap', ' ', { before: 'application/json', after: 'x' }),
    repeat('parameters', ';a=b'),
  ],
  'user-agent': [repeat('versions', 'Version/1. ')],
  'x-forwarded-for': [repeat('addresses', '::,')],
  'if-modified-since': [repeat('parentheses', '(')],
  host: [repeat('labels', 'a.')],
}
