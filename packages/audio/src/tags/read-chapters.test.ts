import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IAudioMetadata } from 'music-metadata'
import { describe, expect, it } from 'vitest'
import { memoryBytes } from '../bytes/file-bytes.ts'
import { findFfmpeg } from '../ffmpeg/find-ffmpeg.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { MAX_CHAPTER_TITLE, MAX_CHAPTERS, readChapters } from './read-chapters.ts'
import { readTags } from './read-tags.ts'

type Comments = Readonly<Record<string, string>>

const inVorbis = (comments: Comments) =>
  readChapters({
    format: {},
    native: { vorbis: Object.entries(comments).map(([id, value]) => ({ id, value })) },
  } as unknown as IAudioMetadata).map(({ startMs, title }) => [startMs, title])

const listed = (chapters: readonly { start: number; title?: unknown }[]) =>
  readChapters({ format: { chapters }, native: {} } as unknown as IAudioMetadata)

describe('chapters in Vorbis comments', () => {
  it.each<[string, Comments, [number, string][]]>([
    [
      'have a time and a name',
      {
        ...{ CHAPTER001: '00:00:00.000', CHAPTER001NAME: 'One' },
        ...{ CHAPTER002: '01:02:03.500', CHAPTER002NAME: 'Two' },
      },
      [
        [0, 'One'],
        [3_723_500, 'Two'],
      ],
    ],
    [
      'may have no name, no hours and any order',
      { chapter03: '02:00', CHAPTER01: '0:00:01,25', CHAPTER03NAME: ' Last\u0000 ' },
      [
        [1_250, ''],
        [120_000, 'Last'],
      ],
    ],
    [
      'count once for each time',
      { CHAPTER1: '0:10', CHAPTER2: '0:10', CHAPTER3: '0:20' },
      [
        [10_000, ''],
        [20_000, ''],
      ],
    ],
    [
      'need a time that can be read',
      { CHAPTER1: '0:10', CHAPTER2: 'soon', CHAPTER3: '0:99', CHAPTER4NAME: 'x' },
      [],
    ],
    ['are none if there is one', { CHAPTER1: '0:00', CHAPTER1NAME: 'All' }, []],
    ['are not later than a week', { CHAPTER1: '0:10', CHAPTER2: '999:00:00' }, []],
  ])('%s', (_name, comments, expected) => {
    expect(inVorbis(comments)).toEqual(expected)
  })
})

describe('chapters that the library lists', () => {
  it('are sorted; wrong times are left out', () => {
    const starts = [5, 1.2345, -1, Number.NaN, Number.POSITIVE_INFINITY]
    expect(listed(starts.map(start => ({ start, title: `at ${start}` })))).toEqual([
      { startMs: 1_235, title: 'at 1.2345' },
      { startMs: 5_000, title: 'at 5' },
    ])
  })

  it('are bounded in number and length', () => {
    const chapters = listed(
      Array.from({ length: 1_500 }, (_, start) => ({ start, title: 'x'.repeat(1_000) })),
    )
    expect(chapters.length).toBe(MAX_CHAPTERS)
    expect(chapters[0]?.title.length).toBe(MAX_CHAPTER_TITLE)
  })

  it.each([[undefined], [7], [{}]])('may have %j for a title', title => {
    expect(listed([{ start: 0, title }, { start: 1 }]).map(chapter => chapter.title)).toEqual(['', ''])
  })
})

it('are read from MP4 and ID3v2 as ffmpeg writes them', async () => {
  const folder = temporaryFolder()
  const list = join(folder, 'chapters.txt')
  const chapter = (start: number, title: string) =>
    `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${start}\nEND=${start + 400}\ntitle=${title}\n`
  writeFileSync(list, `;FFMETADATA1\n${chapter(0, 'Anfang')}${chapter(400, 'Größe')}`)
  const names = ['book.m4b', 'book.mp3']
  const outputs = names.flatMap(name => ['-map', '0:a', '-map_metadata', '1', join(folder, name)])
  const inputs = ['-f', 'lavfi', '-i', 'sine=d=0.8', '-f', 'ffmetadata', '-i', list]
  execFileSync(findFfmpeg() as string, ['-v', 'error', ...inputs, ...outputs])
  for (const name of names) {
    const { tags, isDamaged } = await readTags(memoryBytes(readFileSync(join(folder, name))))
    expect([name, isDamaged, tags.chapters]).toEqual([
      name,
      false,
      [
        { startMs: 0, title: 'Anfang' },
        { startMs: 400, title: 'Größe' },
      ],
    ])
  }
})
