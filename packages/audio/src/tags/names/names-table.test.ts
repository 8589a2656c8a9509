import { describe, expect, it } from 'vitest'
import { memoryBytes } from '../../bytes/file-bytes.ts'
import { readTags } from '../read-tags.ts'
import { DEFAULT_RULE, makeNameRule } from './name-rule.ts'
import { splitGenres } from './split-genres.ts'
import { listQuestions, listTitleQuestions, MAX_QUESTIONS, splitNames } from './split-names.ts'
import { type TagFormat, type TaggedFields, taggedBytes } from './testing/tagged-bytes.ts'

const ID = (n: number) => `89ad4ac3-39f7-470e-963a-56509c54637${n}`
const IDS = [ID(1), ID(2), ID(3), ID(4)]

/** ARTIST, ARTISTS and how many MusicBrainz ids there are; a guest's name begins with "+". */
interface Row {
  readonly artist?: string | readonly string[]
  readonly artists?: string | readonly string[]
  readonly ids?: number
  readonly names: readonly string[]
  readonly credit: string
  readonly in?: readonly TagFormat[]
}

const NEW: readonly TagFormat[] = ['id3v2.4', 'vorbis', 'mp4']
const OLD: readonly TagFormat[] = ['id3v2.2', 'id3v2.3']
const ALL: readonly TagFormat[] = [...OLD, ...NEW]

/** A text that is the credit as it stands. */
const as = (artist: string, names: readonly string[], more: Partial<Row> = {}): Row => ({
  artist,
  names,
  credit: artist,
  ...more,
})
const stays = (artist: string, formats = ALL): Row => as(artist, [artist], { in: formats })

const ROWS: readonly Row[] = [
  // Several values of a field.
  { artist: ['Ada', 'Bo'], names: ['Ada', 'Bo'], credit: 'Ada, Bo', in: NEW },
  { artist: ['Ada', 'Bo', 'Ada'], names: ['Ada', 'Bo'], credit: 'Ada, Bo', in: NEW },
  { artist: ['AC/DC', 'Bo'], names: ['AC/DC', 'Bo'], credit: 'AC/DC, Bo', in: NEW },
  { artist: ['Ada; Bo', 'Cy'], names: ['Ada', 'Bo', 'Cy'], credit: 'Ada; Bo, Cy', in: NEW },
  // Separators.
  as('Hey Nora; Ho Liam', ['Hey Nora', 'Ho Liam']),
  as('Hey Nora;Ho Liam', ['Hey Nora', 'Ho Liam']),
  as('Hey Nora ；Ho Liam', ['Hey Nora', 'Ho Liam']),
  as('山田、鈴木', ['山田', '鈴木']),
  as('山田； 鈴木', ['山田', '鈴木']),
  as('Cato Lind / Dora Mist', ['Cato Lind', 'Dora Mist']),
  as('A / B', ['A', 'B']),
  as('Ada; Bo / Cy、Di', ['Ada', 'Bo', 'Cy', 'Di']),
  as('Ada; AC/DC', ['Ada', 'AC/DC']),
  as('; Ada ;', ['Ada']),
  // A slash without blanks.
  as('Cato Lind/Dora Mist', ['Cato Lind', 'Dora Mist'], { in: OLD }),
  as('Norma/Svend Ek', ['Norma', 'Svend Ek'], { in: OLD }),
  as('Cato Lind/Dora Mist/Norma', ['Cato Lind', 'Dora Mist', 'Norma'], { in: OLD }),
  as('AC/DC/Dora Mist', ['AC/DC', 'Dora Mist'], { in: OLD }),
  stays('Cato Lind/Dora', OLD),
  stays('Ada/Bo', OLD),
  stays('Cato Lind/Dora Mist', NEW),
  ...['AC/DC', 'ac/dc', '+/-', 'M/A/R/R/S', 'V/Vm', 'De/Vision', 'Either/Orchestra'].map(name => stays(name)),
  // Names that hold what looks like a separator.
  ...[
    'Simon & Garfunkel',
    'Hall & Oates',
    'Nick Cave & The Bad Seeds',
    '10 ft. Ganja Plant',
    '10,000 Maniacs',
  ].map(name => stays(name)),
  ...['Earth, Wind & Fire', 'Tyler, The Creator', 'Ana Sol and The Lamps', 'Mia x Jon', 'Without'].map(name =>
    stays(name),
  ),
  as('Earth, Wind & Fire; Ada', ['Earth, Wind & Fire', 'Ada']),
  // A field that lists the artists.
  { artist: 'Ada & Bo', artists: ['Ada', 'Bo'], names: ['Ada', 'Bo'], credit: 'Ada & Bo', in: NEW },
  { artist: 'Ada feat. Bo', artists: ['Ada', 'Bo'], names: ['Ada', 'Bo'], credit: 'Ada feat. Bo', in: NEW },
  {
    artist: 'Ada / X; Bo',
    artists: ['Ada / X', 'Bo'],
    names: ['Ada / X', 'Bo'],
    credit: 'Ada / X; Bo',
    in: NEW,
  },
  {
    artist: 'Alba Ferro & Bruno Keel',
    artists: 'Alba Ferro; Bruno Keel',
    names: ['Alba Ferro', 'Bruno Keel'],
    credit: 'Alba Ferro & Bruno Keel',
  },
  {
    artist: 'Alba Ferro & Bruno Keel',
    artists: 'Alba Ferro;Bruno Keel',
    names: ['Alba Ferro', 'Bruno Keel'],
    credit: 'Alba Ferro & Bruno Keel',
  },
  {
    artist: 'Alba Ferro & Bruno Keel',
    artists: ['Alba Ferro', 'Bruno Keel'],
    names: ['Alba Ferro', 'Bruno Keel'],
    credit: 'Alba Ferro & Bruno Keel',
    in: OLD,
  },
  { artist: 'AC/DC', artists: 'AC/DC', names: ['AC/DC'], credit: 'AC/DC' },
  // As many names as ids.
  as('Ada & Bo', ['Ada', 'Bo'], { ids: 2 }),
  as('Ada, Bo & Cy', ['Ada', 'Bo', 'Cy'], { ids: 3 }),
  as('Ada/Bo', ['Ada', 'Bo'], { ids: 2 }),
  as('Ada; Bo', ['Ada; Bo'], { ids: 1 }),
  as('Ada / Bo', ['Ada / Bo'], { ids: 1 }),
  as('Cato Lind/Dora Mist', ['Cato Lind/Dora Mist'], { ids: 1 }),
  as('Simon & Garfunkel', ['Simon', 'Garfunkel'], { ids: 2 }),
  as('Nick Cave & The Bad Seeds', ['Nick Cave', 'The Bad Seeds'], { ids: 2 }),
  as('AC/DC & Ada', ['AC/DC', 'Ada'], { ids: 2 }),
  as('Ada feat. Bo', ['Ada', '+Bo'], { ids: 2 }),
  as('Ada feat. Bo & Cy', ['Ada', '+Bo', '+Cy'], { ids: 3 }),
  as('Ada & Bo', ['Ada & Bo'], { ids: 4 }),
  as('Ana Sol feat. Tegan and Sara', ['Ana Sol', '+Tegan and Sara'], { ids: 2 }),
  as('Ana Sol feat. Tegan and Sara', ['Ana Sol', '+Tegan', '+Sara'], { ids: 3 }),
  as('Ana Sol; Ian feat. Tegan and Sara', ['Ana Sol', 'Ian', '+Tegan and Sara'], { ids: 3 }),
  // Guests.
  as('Edda Roux feat. Finn Ost', ['Edda Roux', '+Finn Ost']),
  as('Edda Roux (feat. Finn Ost)', ['Edda Roux', '+Finn Ost']),
  as('Edda Roux [ft. Finn Ost]', ['Edda Roux', '+Finn Ost']),
  as('Edda Roux ft Finn Ost', ['Edda Roux', '+Finn Ost']),
  as('Edda Roux featuring Finn Ost', ['Edda Roux', '+Finn Ost']),
  as('Edda Roux FEAT Finn Ost', ['Edda Roux', '+Finn Ost']),
  as('Edda Roux (with Finn Ost)', ['Edda Roux', '+Finn Ost']),
  as('Edda Roux feat. Finn Ost & Gil', ['Edda Roux', '+Finn Ost', '+Gil']),
  as('Edda Roux feat. Finn Ost, Gil and Hana', ['Edda Roux', '+Finn Ost', '+Gil', '+Hana']),
  as('Edda Roux feat. Ana Sol & The Lamps', ['Edda Roux', '+Ana Sol & The Lamps']),
  as('Edda Roux feat. Earth, Wind & Fire', ['Edda Roux', '+Earth, Wind & Fire']),
  as('Edda Roux feat. AC/DC', ['Edda Roux', '+AC/DC']),
  as('Edda Roux (feat. Finn Ost [Prod. by Gil])', ['Edda Roux', '+Finn Ost']),
  as('Edda Roux (feat. Finn Ost (of Gil) & Hana)', ['Edda Roux', '+Finn Ost']),
  as('Edda Roux [feat. f(x)]', ['Edda Roux', '+f(x)']),
  as('Edda Roux (feat. (G)I-DLE)', ['Edda Roux', '+(G)I-DLE']),
  as('Edda Roux (feat. Finn Ost', ['Edda Roux', '+Finn Ost']),
  as('Edda Roux; Ian feat. Finn Ost', ['Edda Roux', 'Ian', '+Finn Ost']),
  as('Simon & Garfunkel feat. Finn Ost', ['Simon & Garfunkel', '+Finn Ost']),
  ...['Defeat. The Band', 'Featuring', 'Left Feat', 'Six Feat. '].slice(0, 2).map(name => stays(name)),
  ...['Me with Strings', 'Six Ft. Under', 'Ten ft Tall', '12 ft. Tall'].map(name => stays(name)),
]

const CASES = ROWS.flatMap(row =>
  (row.in ?? ALL).map(format => ({
    ...row,
    format,
    title: `${format}: ${[row.artist, row.artists].flat().join(' | ')}`,
  })),
)

async function read(format: TagFormat, { artist, artists, ids = 0 }: Row) {
  const fields: TaggedFields = {
    ...(artist !== undefined && { ARTIST: [artist].flat() }),
    ...(artists !== undefined && { ARTISTS: [artists].flat() }),
    ...(ids > 0 && { MUSICBRAINZ_ARTISTID: IDS.slice(0, ids) }),
  }
  return (await readTags(memoryBytes(taggedBytes(format, fields)))).tags
}

describe('the table of names', () => {
  it('has at least 120 rows', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(120)
  })

  it.each(CASES)('$title', async ({ format, ...row }) => {
    const tags = await read(format, row)
    const names = splitNames(tags.artists, DEFAULT_RULE)
    expect(names.map(({ name, role }) => (role === 'guest' ? `+${name}` : name))).toEqual(row.names)
    expect(tags.credit).toBe(row.credit)
    if (row.ids === row.names.length) expect(names.map(({ mbid }) => mbid)).toEqual(IDS.slice(0, row.ids))
  })
})

/** A field of people who do not perform, and who is found in it. */
const CREDITS: readonly (readonly [
  fields: TaggedFields,
  found: Readonly<Record<string, readonly string[]>>,
  formats?: readonly TagFormat[],
])[] = [
  [{ COMPOSER: ['Ada; Bo'] }, { composer: ['Ada', 'Bo'] }],
  [{ COMPOSER: ['Ada', 'Bo'] }, { composer: ['Ada', 'Bo'] }, NEW],
  [{ COMPOSER: ['Cato Lind/Dora Mist'] }, { composer: ['Cato Lind', 'Dora Mist'] }, OLD],
  [{ COMPOSER: ['Cato Lind/Dora Mist'] }, { composer: ['Cato Lind/Dora Mist'] }, NEW],
  [{ COMPOSER: ['AC/DC'] }, { composer: ['AC/DC'] }],
  [{ COMPOSER: ['Bach, Johann Sebastian'] }, { composer: ['Bach, Johann Sebastian'] }],
  [{ COMPOSER: ['Ada; ada'] }, { composer: ['Ada'] }],
  [{ COMPOSER: [' '] }, {}],
  [
    { CONDUCTOR: ['Ada / Bo'], LYRICIST: ['Cy'], REMIXER: ['Di、Eva'] },
    { lyricist: ['Cy'], conductor: ['Ada', 'Bo'], remixer: ['Di', 'Eva'] },
  ],
  [
    { PRODUCER: ['Ada'], ARRANGER: ['Bo; Cy'] },
    { arranger: ['Bo', 'Cy'], producer: ['Ada'] },
  ],
  [{ PRODUCER: ['AC/DC'] }, { producer: ['AC/DC'] }],
  [
    { TIPL: ['producer', 'Ada', 'arranger', 'Bo', 'Producer', 'Cy', 'mix', 'Di'] },
    { arranger: ['Bo'], producer: ['Ada', 'Cy'] },
    ['id3v2.4'],
  ],
  [{ IPLS: ['producer', 'Ada', 'arranger', 'Bo'] }, { arranger: ['Bo'], producer: ['Ada'] }, ['id3v2.3']],
]
const CREDIT_CASES = CREDITS.flatMap(([fields, found, formats = ALL]) =>
  formats.map(format => ({ format, fields, found, title: `${format}: ${JSON.stringify(fields)}` })),
)

async function readCredits(format: TagFormat, fields: TaggedFields) {
  const { credits } = (await readTags(memoryBytes(taggedBytes(format, fields)))).tags
  const named = credits.map(
    ({ role, names }) => [role, splitNames(names, DEFAULT_RULE).map(({ name }) => name)] as const,
  )
  return Object.fromEntries(named)
}

describe('credits of other roles', () => {
  it.each(CREDIT_CASES)('$title', async ({ format, fields, found }) => {
    expect(await readCredits(format, fields)).toEqual(found)
  })

  it('are bounded in number and length', async () => {
    const many = Array.from({ length: 100 }, (_, n) => `${n} ${'x'.repeat(500)}`)
    for (const format of NEW) {
      const { composer = [] } = await readCredits(format, { COMPOSER: many })
      expect(composer).toHaveLength(32)
      expect(composer[0]).toHaveLength(300)
    }
  })
})

describe('names that stand alone elsewhere', () => {
  it.each([
    ['Ada/Bo', ['ada', 'bo'], ['Ada', 'Bo']],
    ['Ada/Bo', ['ada'], ['Ada/Bo']],
    ['Ada/Dora Mist', ['ada'], ['Ada', 'Dora Mist']],
    ['Cato Lind/Dora Mist', ['cato lind/dora mist'], ['Cato Lind/Dora Mist']],
    ['Ada; Bo', ['ada; bo'], ['Ada; Bo']],
    ['Ada; Bo; Cy', ['bo; cy'], ['Ada', 'Bo; Cy']],
  ])('decide about %s, of which %s do', (artist, standing, names) => {
    const written = { values: [artist], isSlashed: true, isList: false, ids: [] }
    const found = splitNames(written, DEFAULT_RULE, name => standing.includes(name))
    expect(found.map(({ name }) => name)).toEqual(names)
  })

  const ask = (values: readonly string[], isSlashed = false) =>
    listQuestions({ values, isSlashed, isList: false, ids: [] }, DEFAULT_RULE)

  it('are asked about runs of guests, also in titles', () => {
    expect(ask(['Ana Sol feat. Tegan and Sara'])).toEqual(['tegan and sara'])
    expect(ask(['Ana Sol feat. Bo, Cy & Di'])).toEqual(['bo, cy', 'bo, cy & di', 'cy & di'])
    expect(listTitleQuestions('Rain (with Tegan and Sara) [Live]', DEFAULT_RULE)).toEqual(['tegan and sara'])
    // A track with questions is no evidence itself.
    expect(ask(['Ana Sol', 'Ana Sol feat. Bo', 'Ana Sol (with me)'])).toEqual([])
    expect(ask(['Ana Sol feat. Bo/Cy'], true)).toEqual(['bo/cy', 'bo', 'cy'])
  })

  it('are asked about few runs of a list, and few of any text', () => {
    expect(ask(['Ada; Bo; Cy; Di'])).toEqual(['ada; bo', 'ada; bo; cy', 'bo; cy', 'bo; cy; di', 'cy; di'])
    const hostile = Array.from({ length: 32 }, (_, n) => `${n};`.repeat(100))
    expect(ask(hostile, true)).toHaveLength(MAX_QUESTIONS)
  })
})

describe('genres', () => {
  it.each([
    [
      ['Jazz', 'Dub; Folk'],
      ['Jazz', 'Dub', 'Folk'],
    ],
    [['Rock/Pop'], ['Rock', 'Pop']],
    [['Jazz/Funk/Soul'], ['Jazz', 'Funk', 'Soul']],
    [['Duo Cello/Piano'], ['Duo Cello/Piano']],
    [['Rock/Piano'], ['Rock/Piano']],
    [['Drum & Bass'], ['Drum & Bass']],
    [['Folk, World, & Country'], ['Folk, World, & Country']],
    [['Piano / Cello'], ['Piano', 'Cello']],
    [['ロック、ポップ'], ['ロック', 'ポップ']],
    [['jazz', 'Jazz; JAZZ'], ['jazz']],
    [['Hip-Hop/Rap'], ['Hip-Hop', 'Rap']],
  ])('%s', (written, genres) => {
    expect(splitGenres(written, DEFAULT_RULE)).toEqual(genres)
  })
})

describe('the rule', () => {
  const named = (artist: string, rule: typeof DEFAULT_RULE) =>
    splitNames({ values: [artist], isSlashed: false, isList: false, ids: [] }, rule).map(({ name }) => name)

  it('takes other separators', () => {
    const rule = makeNameRule([',', '&', 'vs.'])
    expect(named('Ada , Bo & Cy vs. Di; Eve', rule)).toEqual(['Ada', 'Bo', 'Cy', 'Di; Eve'])
    expect(named('Earth, Wind & Fire & Tyler, The Creator', rule)).toEqual([
      'Earth, Wind & Fire',
      'Tyler, The Creator',
    ])
    expect(named('Ada; Bo', makeNameRule([]))).toEqual(['Ada; Bo'])
  })

  it('takes more names that stay whole', () => {
    expect(named('Ada; Bo', makeNameRule([';'], ['ADA; Bo']))).toEqual(['Ada; Bo'])
    expect(named('Cy; Ada; Bo', makeNameRule([';'], ['Ada; Bo']))).toEqual(['Cy', 'Ada; Bo'])
  })

  it('keeps a whole name that looks like one with a guest, whatever ids say', () => {
    const rule = makeNameRule([';'], ['Ada feat. Bo'])
    const written = { values: ['Ada feat. Bo'], isSlashed: false, isList: false, ids: IDS.slice(0, 2) }
    expect(splitNames(written, rule).map(({ name }) => name)).toEqual(['Ada feat. Bo'])
  })

  it('takes a long list apart in little time', () => {
    const many = Array.from({ length: 20_000 }, (_, n) => `a${n}`).join(';')
    expect(named(many, DEFAULT_RULE).length).toBeLessThanOrEqual(32)
  })
})
