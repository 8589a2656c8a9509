import { describe, expect, it } from 'vitest'
import { cutPath, filePathOf, isInnerPath, sheetPath, wholePath } from './cut-path.ts'

describe('a path inside of a file', () => {
  it.each(['/music/disc.flac', '/music/two\nlines/disc.flac', '/music/a.b/disc.m4a', 's3://bucket/disc.ogg'])(
    'leads back to %j',
    file => {
      for (const path of [cutPath(file, 0), cutPath(file, 1_058_400), wholePath(file), sheetPath(file)])
        expect([isInnerPath(path), filePathOf(path)]).toEqual([true, file])
    },
  )

  it.each(['/music/disc.flac', '/music/cue', '/music/1/2', '/music/a.b/2/disc.flac'])('is not %j', path => {
    expect([isInnerPath(path), filePathOf(path)]).toEqual([false, path])
  })
})
