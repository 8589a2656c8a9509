import { accountOperations } from './account/operations.ts'
import { administrationOperations } from './administration/operations.ts'
import {
  fetchAlbum,
  fetchArtistAlbums,
  fetchArtistAppearances,
  fetchMoreAlbums,
  fetchPopularAlbums,
} from './catalogue/albums.ts'
import { fetchArtist, fetchMoreArtists, fetchPopularArtists } from './catalogue/artists.ts'
import { fetchArtistCredits, fetchTrackCredits } from './catalogue/credits.ts'
import { fetchAllGenres, fetchGenre } from './catalogue/genres.ts'
import { fetchImportStatus } from './catalogue/import-status.ts'
import {
  fetchAlbumListing,
  fetchArtistListing,
  fetchOwnAlbumListing,
  fetchOwnArtistListing,
  fetchOwnSongListing,
  fetchSongListing,
} from './catalogue/listings/operations.ts'
import { searchCatalogue } from './catalogue/search.ts'
import { fetchSimilarTracks } from './catalogue/similar-tracks.ts'
import {
  fetchAlbumTracks,
  fetchArtistTracks,
  fetchGenreTracks,
  fetchMoreArtistTracks,
  fetchMoreGenreTracks,
  fetchTrack,
  fetchTracksByIds,
} from './catalogue/tracks.ts'
import {
  fetchAllAlbums,
  fetchAllArtists,
  fetchAllTracks,
  fetchTrackDetails,
  fetchTracks,
  fetchTracksOfAlbums,
} from './compat/catalogue.ts'
import { crudPlaylist, fetchAllPlaylists, fetchLikedTracks } from './compat/library.ts'
import { fetchInterestedArtists, fetchInterestedGenres } from './compat/listening.ts'
import { fetchConfiguration } from './configuration.ts'
import {
  importArchiveItems,
  importArchiveListens,
  importArchivePicture,
  importArchivePlaylist,
  matchArchive,
} from './library/archive.ts'
import { fetchCollectionPlaylist, fetchCollectionPlaylists } from './library/collection-playlists.ts'
import { addFollowingArtist, fetchFollowingArtists, removeFollowingArtist } from './library/follows.ts'
import { fetchKeptAlbumIds, fetchKeptAlbums, keepAlbum, releaseAlbum } from './library/kept-albums.ts'
import { appendLikedSongs, fetchLikedSongs, fetchLikedTracksPlaylist } from './library/likes.ts'
import {
  addTracksToPlaylist,
  deleteTrackFromPlaylist,
  editPlaylist,
  matchTracks,
  movePlaylistTrack,
  removePlaylistEntry,
} from './library/playlist-tracks.ts'
import {
  createFilledPlaylist,
  createPlaylist,
  deletePlaylist,
  fetchPlaylist,
  fetchUserPlaylists,
  restorePlaylist,
  updatePlaylist,
} from './library/playlists.ts'
import { fetchRatings, saveRating } from './library/ratings.ts'
import { deleteBookmark, fetchBookmarks, saveBookmark } from './listening/bookmarks.ts'
import {
  appendInterestedArtist,
  appendInterestedGenre,
  fetchInterestedAlbums,
} from './listening/interests.ts'
import { deleteListens, recordSecondsHeard } from './listening/listens.ts'
import { fetchNowPlaying, reportNowPlaying } from './listening/now-playing.ts'
import { fetchPlayQueue, savePlayQueue } from './listening/play-queue.ts'
import { countAlbumPlays, countTrackPlay, fetchPlayedTracks, recordPlayedTrack } from './listening/plays.ts'
import { reportPlays } from './listening/reported-plays.ts'
import { fetchChapters } from './media/chapters.ts'
import { fetchLyrics } from './media/lyrics.ts'
import {
  uploadPlaylistPicPath,
  uploadPlaylistPicture,
  uploadUserPicPath,
  uploadUserPicture,
} from './media/picture-uploads.ts'
import { fetchStreamIndex, fetchStreamQualities } from './media/streams.ts'
import { fetchWaveform } from './media/waveform.ts'
import { registerGuestDevice, updateDeviceToken } from './notifications/devices.ts'
import { sendEmail, sendNotification } from './notifications/messages.ts'
import {
  fetchMailPermission,
  fetchPushPermission,
  updateMailPermission,
  updatePushPermission,
} from './notifications/permissions.ts'
import type { Operation } from './operation.ts'
import { fetchOwnData } from './own-data.ts'

/** All operations by domain. A test compares them with the routes of the server. */
export const operationsByDomain = {
  configuration: [fetchConfiguration],
  media: [
    fetchStreamIndex,
    fetchStreamQualities,
    fetchWaveform,
    fetchLyrics,
    fetchChapters,
    uploadPlaylistPicPath,
    uploadUserPicPath,
    uploadUserPicture,
    uploadPlaylistPicture,
  ],
  account: accountOperations,
  catalogue: [
    fetchAlbum,
    fetchAllAlbums,
    fetchAllArtists,
    fetchAllTracks,
    fetchMoreAlbums,
    fetchMoreArtists,
    fetchPopularArtists,
    fetchPopularAlbums,
    fetchArtist,
    fetchTrackDetails,
    fetchTracks,
    fetchTrack,
    fetchTracksByIds,
    fetchSimilarTracks,
    fetchArtistTracks,
    fetchArtistAlbums,
    fetchArtistAppearances,
    fetchArtistCredits,
    fetchTrackCredits,
    fetchTracksOfAlbums,
    fetchAlbumTracks,
    fetchMoreArtistTracks,
    fetchMoreGenreTracks,
    fetchGenreTracks,
    fetchAllGenres,
    fetchGenre,
    fetchSongListing,
    fetchAlbumListing,
    fetchArtistListing,
    fetchOwnSongListing,
    fetchOwnAlbumListing,
    fetchOwnArtistListing,
    searchCatalogue,
    fetchImportStatus,
  ],
  listening: [
    countTrackPlay,
    countAlbumPlays,
    recordPlayedTrack,
    fetchPlayedTracks,
    fetchInterestedArtists,
    fetchInterestedAlbums,
    fetchInterestedGenres,
    appendInterestedArtist,
    appendInterestedGenre,
    reportPlays,
    recordSecondsHeard,
    deleteListens,
    fetchNowPlaying,
    reportNowPlaying,
    fetchPlayQueue,
    savePlayQueue,
    fetchBookmarks,
    saveBookmark,
    deleteBookmark,
  ],
  library: [
    fetchFollowingArtists,
    addFollowingArtist,
    removeFollowingArtist,
    fetchKeptAlbums,
    fetchKeptAlbumIds,
    keepAlbum,
    releaseAlbum,
    createPlaylist,
    createFilledPlaylist,
    fetchUserPlaylists,
    fetchCollectionPlaylists,
    fetchCollectionPlaylist,
    fetchAllPlaylists,
    fetchPlaylist,
    updatePlaylist,
    deletePlaylist,
    restorePlaylist,
    deleteTrackFromPlaylist,
    crudPlaylist,
    addTracksToPlaylist,
    movePlaylistTrack,
    removePlaylistEntry,
    editPlaylist,
    matchTracks,
    fetchLikedTracksPlaylist,
    fetchLikedTracks,
    fetchLikedSongs,
    appendLikedSongs,
    fetchRatings,
    saveRating,
    fetchOwnData,
    matchArchive,
    importArchiveItems,
    importArchiveListens,
    importArchivePlaylist,
    importArchivePicture,
  ],
  notifications: [
    fetchMailPermission,
    updateMailPermission,
    fetchPushPermission,
    updatePushPermission,
    updateDeviceToken,
    registerGuestDevice,
    sendNotification,
    sendEmail,
  ],
  administration: administrationOperations,
} as const satisfies Record<string, readonly Operation[]>

/** Every call that the server answers. */
export const operations: readonly Operation[] = Object.values(operationsByDomain).flat()
