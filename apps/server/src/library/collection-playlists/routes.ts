import {
  fetchCollectionPlaylist,
  fetchCollectionPlaylists,
} from '@refrain/contract/library/collection-playlists'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../http/bind.ts'
import { NoSuchPlaylistError } from '../playlists/playlists.ts'
import type { CollectionPlaylists } from './collection-playlists.ts'

/** @param namesOwners whether guests may know who an owner is */
export function registerCollectionPlaylists(
  app: FastifyInstance,
  playlists: CollectionPlaylists,
  namesOwners: boolean,
): void {
  const ownerName = (name: string) => (namesOwners ? name : '')
  bind(app, fetchCollectionPlaylists, async () => {
    const listed = await playlists.list()
    return listed.map(playlist => ({ ...playlist, ownerName: ownerName(playlist.ownerName) }))
  })
  bind(app, fetchCollectionPlaylist, async ({ id }) => {
    const playlist = await playlists.read(id)
    if (!playlist) throw new NoSuchPlaylistError()
    return { ...playlist, ownerName: ownerName(playlist.ownerName) }
  })
}
