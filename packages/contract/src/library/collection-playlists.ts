import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { record } from '../record.ts'
import { id, noInput } from '../values.ts'
import { playlistFields } from './playlists.ts'

/** Playlists that are made of the files of a collection. */
export const MAX_COLLECTION_PLAYLISTS = 500

/** The refusal to edit one. */
export const FOLLOWS_A_FILE = 'This playlist follows a file of the collection: edit the file.'

const ownerName = z.string()

const listedPlaylist = z.object({
  id,
  title: z.string(),
  songs: z.number(),
  /** The first track of each of the first four albums, or of the first if there are fewer. */
  coverTracks: z.array(id),
  /** The listener whom an administrator chose; '' for the service. */
  ownerName,
})
export type ListedPlaylist = z.infer<typeof listedPlaylist>

export const fetchCollectionPlaylists = operation({
  name: 'fetchCollectionPlaylists',
  summary: `Playlists that follow a file of the collection, by title; at most ${MAX_COLLECTION_PLAYLISTS}. Nobody edits them here.`,
  method: 'GET',
  path: '/api/collectionPlaylists',
  who: 'guest',
  caching: 'public',
  input: noInput,
  output: z.array(listedPlaylist),
})

const collectionPlaylist = record({ ...playlistFields, ownerName })
export type CollectionPlaylist = z.infer<typeof collectionPlaylist>

export const fetchCollectionPlaylist = operation({
  name: 'fetchCollectionPlaylist',
  summary: 'A playlist that follows a file of the collection, with the tracks that were found.',
  method: 'GET',
  path: '/api/collectionPlaylists/{id}',
  who: 'guest',
  caching: 'public',
  errors: { 404: 'There is no such playlist.' },
  input: z.strictObject({ id }),
  output: collectionPlaylist,
})
