import { deleteUser, updateUsername } from '@refrain/contract/account/own-account'
import { fetchAudit } from '@refrain/contract/administration/audit'
import {
  fetchPlaylistFiles,
  removePlaylistFile,
  restorePlaylistFile,
  updatePlaylistOwner,
} from '@refrain/contract/administration/playlist-files'
import { fetchAllPlaylists } from '@refrain/contract/compat/library'
import {
  fetchCollectionPlaylist,
  fetchCollectionPlaylists,
} from '@refrain/contract/library/collection-playlists'
import { addTracksToPlaylist } from '@refrain/contract/library/playlist-tracks'
import { deletePlaylist, fetchUserPlaylists, updatePlaylist } from '@refrain/contract/library/playlists'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { createScenario } from '../../testing/permission-matrix.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

onBothDatabases('playlists of the collection', openTest => {
  async function start() {
    const open = await openTest()
    const { db } = open
    const app = await startApp(open, { settings: { dataDir: temporaryFolder() } })
    const scene = await createScenario(app, db)
    return { db, app, ...scene, id: scene.collectionPlaylistId, admin: scene.callers.administrator }
  }

  it('are nobody’s to edit, and in no list of own playlists, whoever owns them (READ-27, ROLE-10)', async () => {
    const { app, id, userId, trackIds, admin, callers } = await start()
    await answerOf(app, updatePlaylistOwner, { id, ownerId: userId }, admin)
    for (const listing of [fetchUserPlaylists, fetchAllPlaylists])
      expect((await answerOf(app, listing, {}, callers.owner)).map(({ _id }) => _id)).not.toContain(id)
    const statuses = [
      await call(app, updatePlaylist, { playlistId: id, title: 'Mine', profile_path: '' }, callers.owner),
      await call(app, addTracksToPlaylist, { playlistId: id, tracksArray: [trackIds[0]] }, callers.owner),
      await call(app, deletePlaylist, { playlistId: id }, callers.owner),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([404, 404, 404])
    expect(await answerOf(app, fetchCollectionPlaylist, { id })).toMatchObject({
      ...{ _id: id, tracks: trackIds, ownerName: 'Ada Lovelace' },
    })
  })

  it('show another name of their owner at once, and that of nobody whose account is deleted', async () => {
    const { db, app, id, userId, admin, callers } = await start()
    const versionOf = async () =>
      (await db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()).version
    const before = await versionOf()
    await answerOf(app, updateUsername, { name: 'Countess' }, callers.owner)
    expect(await versionOf()).toBe(before)
    await answerOf(app, updatePlaylistOwner, { id, ownerId: userId }, admin)
    await answerOf(app, updateUsername, { name: 'Lady Ada' }, callers.owner)
    expect(await versionOf()).toBe(before + 2)
    await answerOf(app, deleteUser, {}, callers.owner)
    expect(await versionOf()).toBe(before + 3)
  })

  it('have the service as their owner once the listener is gone, and are removed and brought back', async () => {
    const { db, app, id, userId, admin } = await start()
    await answerOf(app, updatePlaylistOwner, { id, ownerId: userId }, admin)
    expect((await call(app, updatePlaylistOwner, { id, ownerId: 'nobody' }, admin)).statusCode).toBe(404)
    await db.deleteFrom('users').where('id', '=', userId).execute()
    const fileOf = async () => (await answerOf(app, fetchPlaylistFiles, {}, admin)).files[0]
    expect(await fileOf()).toMatchObject({ state: 'shown', lines: 3, matched: 3, owner: null })
    await answerOf(app, removePlaylistFile, { id }, admin)
    expect(await answerOf(app, fetchCollectionPlaylists, {})).toEqual([])
    expect(await fileOf()).toMatchObject({ state: 'removed' })
    await answerOf(app, restorePlaylistFile, { id }, admin)
    expect(await answerOf(app, fetchCollectionPlaylists, {})).toMatchObject([{ id, songs: 3 }])
    await db.updateTable('collection_playlists').set({ missing: 1 }).execute()
    expect(await fileOf()).toMatchObject({ state: 'gone' })
    await answerOf(app, removePlaylistFile, { id }, admin)
    expect(await fileOf()).toBeUndefined()
    const { entries } = await answerOf(app, fetchAudit, {}, admin)
    expect(entries.map(({ action }) => action).slice(0, 4)).toEqual([
      'removedPlaylist',
      'restoredPlaylist',
      'removedPlaylist',
      'changedPlaylistOwner',
    ])
  })
})
