import { operations } from '@refrain/contract/operations'
import type { WireNames } from '@refrain/contract/wire-names'
import { describe, expect, it } from 'vitest'
import { listFiles, readFile } from './sources.ts'

/** Wire names that are also good names of our own, or of something else. */
const ALSO_OURS = new Set([
  // An album's or track's artist or album: the wire has the id under this name.
  'artist',
  'album',
  // The genre's name.
  'genre',
  // When an account, session, device or playlist was created.
  'createdAt',
  'filePath',
])

/** Files that speak the wire format themselves, or hold what was stored with its names. */
const EXCEPTIONS = [
  // Errors name the fields as the caller sent them.
  'apps/server/src/account/cookies/routes.ts',
  'apps/server/src/account/profile/profile-picture.ts',
  'apps/server/src/library/playlists/playlists.ts',
  'apps/server/src/media/uploads/upload-routes.ts',
  // The cookie `albumid`.
  'apps/web/src/listening/resume/mirrored-cookies.ts',
  // Archives hold what the service sent.
  'apps/web/src/library/archive/read-archive.ts',
  // Rows of the database, whose columns have the names of the wire.
  'apps/server/src/account/providers/sign-in-with-provider.ts',
  'apps/server/src/account/sign-up/sign-up.ts',
  'apps/server/src/catalogue/records.ts',
  'apps/server/src/catalogue/track-details.ts',
  'apps/server/src/importing/writers/genre-palette.ts',
  'apps/server/src/importing/writers/write-album.ts',
  'apps/server/src/library/archive/import-picture.ts',
  'apps/server/src/library/archive/import-playlist.ts',
  'apps/server/src/library/likes/liked-songs.ts',
]
/** Database columns, and calls as other clients make them. */
const EXCEPTED = /-(store|writer)\.ts$|\/tables\.ts$|\/migrations\/|^apps\/server\/src\/([\w-]+\/)?testing\//

describe('wire names', () => {
  const names = new Set(
    operations.flatMap(({ inputNames, outputNames }) => [inputNames, outputNames].flatMap(wireNames)),
  )
  const pattern = new RegExp(
    `(?<![/\\w-])(${[...names].filter(name => !ALSO_OURS.has(name)).join('|')})(?![\\w-])`,
  )

  it('are found in the contract', () => {
    expect([...names]).toEqual(
      expect.arrayContaining(['_id', 'profile_path', 'createdAt', 'tracksArray', 'albumid', 'crudMethod']),
    )
  })

  it('stay in the contract: pages, rules and stores use our names', () => {
    const sources = listFiles('apps/**/*.ts', 'apps/**/*.tsx', 'packages/player/**/*.ts').filter(
      path => !path.includes('.test.') && !EXCEPTIONS.includes(path) && !EXCEPTED.test(path),
    )
    const found = sources.filter(path => pattern.test(withoutComments(readFile(path))))
    expect(found).toEqual([])
  })

  it('are excepted only where they occur', () => {
    expect(EXCEPTIONS.filter(path => !pattern.test(readFile(path)))).toEqual([])
  })

  it('are excepted in the server only for the database, besides errors and cookies', () => {
    const inDatabase = listFiles('apps/server/src/**/*-store.ts', 'apps/server/src/**/*-writer.ts')
    const onlyColumns = inDatabase.filter(path => /\b_id\b|tracksArray|isGoogleUser/.test(readFile(path)))
    expect(onlyColumns).toEqual([])
  })
})

function wireNames(names: WireNames | undefined): string[] {
  return Object.values(names ?? {}).flatMap(name => (typeof name === 'string' ? name : wireNames(name)))
}

/** Comments may name a field of the wire. Addresses are not fields. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*/g, '')
}
