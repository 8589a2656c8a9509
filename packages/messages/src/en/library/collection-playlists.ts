import { defineTexts } from '../../texts.ts'

/** Playlists that follow a file of the collection. */
export const collectionPlaylistTexts = defineTexts('collectionPlaylists', {
  heading: 'Playlists of the Collection',
  label: 'Playlist of the collection',
  followFiles: 'They follow playlist files in the folders of music.',
  followsFile: 'Follows a playlist file in the folders of music.',
  songsOf: '{songs} · {owner}',
  ownedBy: 'By {owner}.',
})
