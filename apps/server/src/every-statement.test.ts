import { updatePassword } from '@refrain/contract/account/own-account'
import type { Operation } from '@refrain/contract/operation'
import { operations, operationsByDomain } from '@refrain/contract/operations'
import type { FastifyInstance } from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { OpenDatabase } from './database/open.ts'
import { allCalls } from './subsonic/all-calls.ts'
import type { CallParts } from './subsonic/call.ts'
import { callExamples } from './subsonic/testing/call-examples.ts'
import { type ConnectedApp, connectApp } from './subsonic/testing/connect-app.ts'
import { ids } from './subsonic/testing/start-subsonic.ts'
import { onBothDatabases } from './testing/databases/both-databases.ts'
import { fillScenario } from './testing/databases/fill-scenario.ts'
import { type RecordedStatements, recordStatements } from './testing/databases/record-statements.ts'
import { sendPicture } from './testing/multipart.ts'
import { type Example, examplesOf, expectedStatus, LAST } from './testing/permission-examples.ts'
import { type CallerName, createScenario, type Scenario } from './testing/permission-matrix.ts'
import { call, startApp } from './testing/start-app.ts'
import { listingChoices } from './testing/statements/listing-choices.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

/** Tracks in the catalogue, and in what the listener has. */
const SIZES = [100, 400] as const

/** Operations whose number of statements may grow with what they answer, each with its reason. */
const GROWS: Readonly<Record<string, string>> = {
  countAlbumPlays: 'each of at most 100 albums may become the picture of its artist',
  fetchAllTracks: 'the whole list is read in slices, between which others get a turn',
  fetchOwnData: 'playlists of up to 10,000 tracks are sent one after the other, so that none waits in memory',
}

/** Run when what a process knows is older than a moment, or for several changes at once: that depends on the machine. */
const TIMED =
  /from "(catalogue_version|live_settings|sessions|sign_in_addresses)"|update "sessions"|pg_notify/

const place = ({ name }: Operation) => LAST.indexOf(name)
const inOrder = operations.toSorted((a, b) => place(a) - place(b))

onBothDatabases('the statements of every operation', open => {
  it('are those that are recorded, and their number does not grow with the catalogue or library', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const opened: OpenDatabase[] = []
    const runs = []
    for (const size of SIZES) {
      const database = await open()
      opened.push(database)
      runs.push(await recordAll(database, size))
    }
    const [few, many] = runs as [Recorded, Recorded]
    const grown = [...many].filter(([name, statements]) => count(statements) > count(few.get(name)))
    const unexplained = grown.filter(([name]) => GROWS[name] === undefined)
    expect(
      Object.fromEntries(unexplained.map(([name, all]) => [name, differences(few.get(name), all)])),
    ).toEqual({})
    expect(Object.keys(GROWS).filter(name => !grown.some(([each]) => each === name))).toEqual([])
    for (const [domain, text] of describe(many))
      await expect(text).toMatchFileSnapshot(`testing/statements/${opened[0]?.dialect}/${domain}.sql`)
  }, 120_000)
})

type Recorded = ReadonlyMap<string, RecordedStatements>

async function recordAll(opened: OpenDatabase, size: number): Promise<Recorded> {
  const app = await startApp(opened, { settings: { dataDir: temporaryFolder() } })
  const scene = await createScenario(app, opened.db)
  const library = await fillScenario(opened.db, scene, size)
  const examples = examplesOf(scene)
  /** What is asked for is as much as there is. */
  const inputs: Readonly<Record<string, object>> = {
    fetchTracksByIds: { tracksArray: library.trackIds },
    fetchTracksOfAlbums: { albumArray: library.albumIds },
    countAlbumPlays: { albums: library.albumIds.slice(0, 100) },
    addTracksToPlaylist: { playlistId: scene.playlistId, tracksArray: library.trackIds.slice(0, 500) },
    createFilledPlaylist: { title: 'Filled', tracks: library.trackIds.slice(0, 500) },
    savePlayQueue: { tracks: library.trackIds, currentIndex: 1 },
    matchTracks: {
      entries: library.trackIds.slice(0, 100).map(id => ({ title: `Track ${id}`, path: `Album/${id}.mp3` })),
    },
  }
  const apps = await connectApp(app, scene.callers.owner)
  return recordStatements(async () => {
    await sendCalls(opened, apps, scene)
    for (const [operation, input] of listingChoices(scene.genreId))
      await send(app, operation, { input }, scene)
    for (const operation of inOrder) {
      const example = examples[operation.name]
      if (!example || example.endless) continue
      const input = inputs[operation.name] ?? example.input
      await send(app, operation, { ...example, input }, scene)
    }
  })
}

/** All calls of apps but those that send files, with lists as long as they can be. */
async function sendCalls(open: OpenDatabase, { act }: ConnectedApp, scene: Scenario): Promise<void> {
  const examples = callExamples({
    song: ids.track(scene.trackIds[0]),
    other: ids.track(scene.trackIds[1]),
    album: ids.album(scene.albumId),
    artist: ids.artist(scene.artistId),
    playlistId: scene.playlistId,
  })
  const most = { size: 500, count: 500, songCount: 500, albumCount: 500, artistCount: 500 }
  const calls = allCalls({ open, pictures: {}, imports: {}, sortArticles: [] } as unknown as CallParts)
  for (const [name, { kind }] of Object.entries(calls))
    if (kind !== 'file') await act(name, { ...most, ...examples[name] })
}

/** As somebody who may call it. */
async function send(
  app: FastifyInstance,
  operation: Operation,
  example: Example,
  { callers, picture }: Scenario,
): Promise<void> {
  const names: Readonly<Record<string, CallerName>> = { service: 'service', administrator: 'administrator' }
  const caller = names[operation.who] ?? 'owner'
  const headers = callers[caller] as Record<string, string>
  const { form, input } = example
  const answer = form
    ? await sendPicture(app, operation, picture, headers, input)
    : await call(app, operation, input as never, headers)
  const outcome = [operation.name, answer.statusCode]
  expect(outcome).toEqual([operation.name, expectedStatus(operation, example, caller)])
  if (operation === updatePassword) Object.assign(headers, { 'auth-token': answer.json().authtoken })
}

const untimed = (statements: RecordedStatements = new Map()) =>
  [...statements].filter(([text]) => !TIMED.test(text))

const count = (statements: RecordedStatements | undefined) =>
  untimed(statements).reduce((sum, [, times]) => sum + times, 0)

const differences = (few: RecordedStatements | undefined, many: RecordedStatements) =>
  untimed(many)
    .filter(([text, times]) => times > (few?.get(text) ?? 0))
    .map(([text, times]) => `${few?.get(text) ?? 0} → ${times}: ${text}`)

/** A text for each domain of the contract: the operations by name, the statements of each in the order of the alphabet. */
function describe(recorded: Recorded): Map<string, string> {
  const texts = new Map<string, string>()
  const names = Object.entries(operationsByDomain).map(([domain, listed]) => [
    domain,
    listed.map(({ name }) => name),
  ])
  const ofApps = [...recorded.keys()].filter(name => name.startsWith('app '))
  for (const [domain, listed] of [...names, ['apps', ofApps]] as [string, string[]][]) {
    const parts = listed
      .map(name => ({ name, statements: untimed(recorded.get(name)) }))
      .filter(({ statements }) => statements.length > 0)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, statements }) => {
        const lines = statements.map(([text, times]) =>
          times > 1 ? `${text}; -- ${times} times` : `${text};`,
        )
        return `-- ${name}\n${lines.toSorted().join('\n')}\n`
      })
    if (parts.length > 0) texts.set(domain, parts.join('\n'))
  }
  return texts
}
