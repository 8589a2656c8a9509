import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import type { OpenDatabase } from '../../database/open.ts'
import { write } from '../../database/retry.ts'
import { readTrackIds } from '../../library/playlists/playlist-store.ts'
import { appendTracks, updateEntryPosition } from '../../library/playlists/track-order-store.ts'
import { emptyTrash } from '../../library/trash/trash-store.ts'
import { readCountedPlays, readListenedTracks, readListens } from '../../listening/listens/listen-store.ts'
import { insertListens } from '../../listening/listens/listen-writer.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { LeaseError } from '../lease.ts'
import { importMusic, readCatalogue, useFolders } from '../testing/test-import.ts'
import { writeAlbum, writeTrack } from '../testing/write-music.ts'
import type { ForgetPreview } from './forget-missing.ts'

/** Folders that lie on another device than the disk really says. */
const disks = vi.hoisted(() => new Map<string, string>())
vi.mock('../collection/device.ts', async original => {
  const real = await original<typeof import('../collection/device.ts')>()
  const diskOf = async (path: string, found: string | undefined) => {
    const folder = [...disks.keys()].find(name => `${path}/`.startsWith(`${name}/`))
    return found && (disks.get(folder ?? '') ?? found)
  }
  return {
    readDevice: async (path: string) => diskOf(path, await real.readDevice(path)),
    identifyFileSystem: async (path: string) => diskOf(path, await real.identifyFileSystem(path)),
  }
})
beforeEach(() => disks.clear())

const DAY = 86_400_000
const ada = { ARTIST: 'Ada', ALBUMARTIST: 'Ada', ALBUM: 'First' }
const bo = { ARTIST: 'Bo', ALBUMARTIST: 'Bo', ALBUM: 'Second' }
const yes = async () => true

onBothDatabases('forgetting missing tracks', openTest => {
  const folders = useFolders()
  const titles = async (open: OpenDatabase) =>
    (await readCatalogue(open)).tracks.map(track => track.title).sort()

  /** A collection on one disk with another one mounted below it. */
  async function importTwoDisks(open: OpenDatabase): Promise<string> {
    const disk = join(folders.music, 'disk')
    disks.set(disk, 'second')
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3', '02 Two.mp3'])
    await writeAlbum(folders.music, 'disk/Bo/Second', bo, ['01 Three.mp3'])
    await importMusic(open, folders)
    return disk
  }

  it.each(['empty', 'missing'])('keeps the tracks of a mount point that is %s', async state => {
    const open = await openTest()
    const disk = await importTwoDisks(open)
    await rename(disk, `${folders.music}-away`)
    disks.clear()
    if (state === 'empty') await mkdir(disk)
    await rm(join(folders.music, 'Ada/First/01 One.mp3'))
    // Imports in between do not make the empty folder the usual state.
    await importMusic(open, folders)
    const report = await importMusic(open, folders, { forget: yes })
    expect(report).toMatchObject({ forgotten: 1, unavailable: 1 })
    expect(report.retained).toEqual([{ path: disk, reason: `it is ${state}`, tracks: 1 }])
    expect(await titles(open)).toEqual(['Three', 'Two'])
    await rm(disk, { recursive: true, force: true })
    await rename(`${folders.music}-away`, disk)
    disks.set(disk, 'second')
    expect(await importMusic(open, folders, { forget: yes })).toMatchObject({ unavailable: 0, retained: [] })
  })

  it('keeps the tracks of a mount point that is on another device than last time', async () => {
    const open = await openTest()
    const disk = await importTwoDisks(open)
    await writeTrack(folders.music, 'disk/Bo/Second/02 Moved.mp3', { tags: bo })
    await importMusic(open, folders)
    await mkdir(join(disk, 'Elsewhere'))
    await rename(join(disk, 'Bo/Second/02 Moved.mp3'), join(disk, 'Elsewhere/Moved.mp3'))
    await rm(join(disk, 'Bo'), { recursive: true })
    disks.set(disk, 'third')
    await writeAlbum(folders.music, 'disk/Cy/Other', { ARTIST: 'Cy', ALBUM: 'Other' }, ['01 Four.mp3'])
    for (let n = 0; n < 4; n++) {
      const report = await importMusic(open, folders, { forget: yes })
      expect(report).toMatchObject({ forgotten: 0, unavailable: 1 })
      const reason = 'it is on another device than last time'
      expect(report.retained).toEqual([{ path: disk, reason, tracks: 1 }])
    }
  })

  it('keeps the tracks of a disk that was replaced by one with the same device number', async () => {
    const open = await openTest()
    const disk = await importTwoDisks(open)
    await rename(disk, `${folders.music}-away`)
    await importMusic(open, folders)
    await writeAlbum(folders.music, 'disk/Cy/Other', { ARTIST: 'Cy', ALBUM: 'Other' }, ['01 Four.mp3'])
    for (let n = 0; n < 2; n++) {
      const { forgotten, retained } = await importMusic(open, folders, { forget: yes })
      expect(forgotten).toBe(0)
      expect(retained).toEqual([{ path: disk, reason: 'its music has not come back', tracks: 1 }])
    }
  })

  it('recognises a disk by its files if its device number has changed', async () => {
    const open = await openTest()
    const disk = await importTwoDisks(open)
    await writeTrack(folders.music, 'disk/Bo/Second/02 Four.mp3', { tags: bo })
    await importMusic(open, folders)
    await rename(disk, `${folders.music}-away`)
    disks.clear()
    await importMusic(open, folders)
    await rename(`${folders.music}-away`, disk)
    disks.set(disk, 'renumbered')
    // An import of other folders in between changes nothing.
    await importMusic(open, folders, { folders: [join(folders.music, 'Ada')] })
    await importMusic(open, folders)
    await rm(join(disk, 'Bo/Second/01 Three.mp3'))
    expect(await importMusic(open, folders, { forget: yes })).toMatchObject({ forgotten: 1, retained: [] })
  })

  it('keeps the tracks of a root on another device, and removes them once that device is known', async () => {
    const open = await openTest()
    await importTwoDisks(open)
    await rm(join(folders.music, 'Ada/First/01 One.mp3'))
    disks.set(folders.music, 'other')
    const first = await importMusic(open, folders, { forget: yes })
    expect(first.retained).toMatchObject([
      { reason: 'its disk is not known from an earlier import', tracks: 1 },
    ])
    expect(await importMusic(open, folders, { forget: yes })).toMatchObject({ forgotten: 1, retained: [] })
  })

  it('removes the tracks of a disk that the operator declares gone', async () => {
    const open = await openTest()
    const disk = await importTwoDisks(open)
    await expect(importMusic(open, folders, { forget: yes, gone: [disk] })).rejects.toThrow('is not gone')
    await rm(disk, { recursive: true })
    disks.clear()
    expect(await importMusic(open, folders, { forget: yes, gone: [disk] })).toMatchObject({ forgotten: 1 })
    expect(await titles(open)).toEqual(['One', 'Two'])
  })

  it('removes tracks deleted from a present disk after confirmation', async () => {
    const open = await openTest()
    const disk = await importTwoDisks(open)
    await writeTrack(folders.music, 'disk/Bo/Second/02 Four.mp3', { tags: bo })
    await importMusic(open, folders)
    const tracks = await idsByTitle(open)
    await keepPlaylist(open, 'liked', [tracks.Three!])
    await keepPlaylist(open, 'playlist', [tracks.Three!, tracks.One!])
    await rm(join(disk, 'Bo/Second/01 Three.mp3'))
    const asked: ForgetPreview[] = []
    const no = async (preview: ForgetPreview) => asked.push(preview) === 0
    expect(await importMusic(open, folders, { forget: no })).toMatchObject({ forgotten: 0, unavailable: 1 })
    expect(asked).toEqual([
      {
        ...{ tracks: 1, albums: [{ artist: 'Bo', title: 'Second', tracks: 1 }] },
        ...{ likes: 1, places: 1, listeners: 1 },
      },
    ])
    expect(await importMusic(open, folders, { forget: yes })).toMatchObject({ forgotten: 1, unavailable: 0 })
    expect(await titles(open)).toEqual(['Four', 'One', 'Two'])
  })

  it('removes nothing if another import has taken over during confirmation', async () => {
    const open = await openTest()
    const [path] = await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3', '02 Two.mp3'])
    await importMusic(open, folders)
    await rm(path!)
    const forget = async () => {
      await open.db.updateTable('leases').set({ holder: 'another' }).execute()
      return true
    }
    await expect(importMusic(open, folders, { forget })).rejects.toBeInstanceOf(LeaseError)
    expect(await titles(open)).toEqual(['One', 'Two'])
  })

  it('keeps the tracks of files that come back during confirmation', async () => {
    const open = await openTest()
    const [one, two] = await writeAlbum(folders.music, 'Ada/First', ada, [
      '01 One.mp3',
      '02 Two.mp3',
      '03 Three.mp3',
    ])
    await importMusic(open, folders)
    await rename(one!, `${folders.music}-one.mp3`)
    await rm(two!)
    const forget = async () => {
      await rename(`${folders.music}-one.mp3`, one!)
      return true
    }
    expect(await importMusic(open, folders, { forget })).toMatchObject({ forgotten: 1, unavailable: 1 })
    expect(await titles(open)).toEqual(['One', 'Three'])
    expect(await importMusic(open, folders)).toMatchObject({ added: 0, unavailable: 0 })
  })

  /** Forgets the second of three tracks in a playlist and in Liked Songs. */
  /** @param isTwice whether the playlist holds it twice */
  async function forgetSecond(open: OpenDatabase, isTwice = false) {
    const paths = await writeAlbum(folders.music, 'Ada/First', ada, [
      '01 One.mp3',
      '02 Two.mp3',
      '03 Three.mp3',
    ])
    await importMusic(open, folders)
    const { One, Two, Three } = (await idsByTitle(open)) as Record<'One' | 'Two' | 'Three', string>
    await keepPlaylist(open, 'playlist', [Three, Two, One])
    await keepPlaylist(open, 'liked', [Two])
    if (isTwice) await write(open.db, tx => appendTracks(tx, 'playlist', [Two], 0))
    const listen = { trackId: Two, at: 5, client: 'Phone', isReported: false }
    await write(open.db, tx => insertListens(tx, 'ada', [listen]))
    await rename(paths[1]!, `${folders.music}-two.mp3`)
    await importMusic(open, folders, { forget: yes })
    expect(await readTrackIds(open.db, 'playlist')).toEqual([Three, One])
    expect(await readTrackIds(open.db, 'liked')).toEqual([])
    const findAgain = async () => {
      await mkdir(join(folders.music, 'Elsewhere'))
      await rename(`${folders.music}-two.mp3`, join(folders.music, 'Elsewhere/Renamed.mp3'))
      await importMusic(open, folders)
    }
    return { One, Two, Three, findAgain }
  }

  it('keeps listens with what identifies the track, also when the audio is found again (PROP-65)', async () => {
    const open = await openTest()
    const { Two, findAgain } = await forgetSecond(open)
    const listen = { trackId: Two, title: 'Two', playedAt: 5, client: 'Phone', secondsHeard: null }
    const stored = () => readListens(open.db, 'ada', 6, 10)
    expect(await stored()).toEqual([listen])
    expect(await readListenedTracks(open.db, [Two])).toEqual([
      {
        ...{ id: Two, title: 'Two', artistName: 'Ada', albumTitle: 'First', mbid: '', albumMbid: '' },
        audioId: expect.stringMatching(/^[\w-]{22}$/),
      },
    ])
    const [counted] = await readCountedPlays(open.db, 'ada', 0, 9)
    expect(counted?.duration).toBeGreaterThan(0)
    await findAgain()
    expect(await stored()).toEqual([listen])
  })

  it('restores likes and playlist positions when the audio is found again', async () => {
    const open = await openTest()
    const { One, Two, Three, findAgain } = await forgetSecond(open)
    const versions = () => open.db.selectFrom('playlists').select('version').orderBy('id').execute()
    const before = await versions()
    await findAgain()
    expect(await readTrackIds(open.db, 'playlist')).toEqual([Three, Two, One])
    expect(await readTrackIds(open.db, 'liked')).toEqual([Two])
    expect(await versions()).toEqual(before.map(({ version }) => ({ version: version + 1 })))
    expect(await open.db.selectFrom('forgotten_tracks').selectAll().execute()).toEqual([])
  })

  it('restores the position between two tracks after the playlist was renumbered', async () => {
    const open = await openTest()
    const { One, Two, Three, findAgain } = await forgetSecond(open)
    await writeAlbum(folders.music, 'Bo/Second', bo, ['01 Four.mp3', '02 Five.mp3'])
    await importMusic(open, folders)
    const { Four, Five } = (await idsByTitle(open)) as Record<'Four' | 'Five', string>
    await write(open.db, tx => appendTracks(tx, 'playlist', [Four, Five], 0))
    // Each move halves the room behind the first track, until all are spread.
    for (let n = 0; n < 40; n++) {
      await write(open.db, tx => updateEntryPosition(tx, 'playlist', n % 2 === 0 ? Four : Five, Three))
    }
    await findAgain()
    const order = await readTrackIds(open.db, 'playlist')
    expect([order[0], order[4]]).toEqual([Three, One])
    expect(order.slice(1, 4).toSorted()).toEqual([Two, Four, Five].toSorted())
    const positions = await open.db
      .selectFrom('playlist_tracks')
      .select('position')
      .where('playlist_id', '=', 'playlist')
      .execute()
    expect(new Set(positions.map(row => row.position)).size).toBe(5)
  })

  it('restores each entry of a track that the playlist held twice (SUB-110)', async () => {
    const open = await openTest()
    const { One, Two, Three, findAgain } = await forgetSecond(open, true)
    await findAgain()
    expect(await readTrackIds(open.db, 'playlist')).toEqual([Three, Two, One, Two])
  })

  it('restores what is still in the trash although the clock jumped ahead', async () => {
    const open = await openTest()
    const { One, Two, Three, findAgain } = await forgetSecond(open)
    await open.db
      .updateTable('forgotten_tracks')
      .set({ forgotten_at: Date.now() - 100 * DAY })
      .execute()
    await findAgain()
    expect(await readTrackIds(open.db, 'playlist')).toEqual([Three, Two, One])
  })

  it('restores nothing after 90 days', async () => {
    const open = await openTest()
    const { One, Three, findAgain } = await forgetSecond(open)
    await open.db
      .updateTable('forgotten_tracks')
      .set({ forgotten_at: Date.now() - 90 * DAY })
      .execute()
    await write(open.db, tx => emptyTrash(tx, Date.now()))
    await findAgain()
    expect(await readTrackIds(open.db, 'playlist')).toEqual([Three, One])
    expect(await open.db.selectFrom('forgotten_places').selectAll().execute()).toEqual([])
  })
})

async function idsByTitle(open: OpenDatabase): Promise<Record<string, string>> {
  return Object.fromEntries((await readCatalogue(open)).tracks.map(track => [track.title, track.id]))
}

/** Makes a playlist of that kind, by the same id, with these tracks. */
async function keepPlaylist({ db }: OpenDatabase, kind: 'playlist' | 'liked', trackIds: readonly string[]) {
  const [email, nothing] = ['ada@example.org', { password_hash: null, google_sub: null, profile_path: '' }]
  await db
    .insertInto('users')
    .values({ id: 'ada', name: 'Ada', email, folded_email: email, created_at: 0, ...nothing })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await db
    .insertInto('playlists')
    .values({
      ...{ id: kind, user_id: 'ada', kind, title: kind, version: 1, created_at: 0 },
      ...{ profile_path: '', color: '', thumbhash: '' },
    })
    .execute()
  await write(db, tx => appendTracks(tx, kind, trackIds, Date.now()))
}
