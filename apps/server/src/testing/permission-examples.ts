import type { Operation } from '@refrain/contract/operation'
import type { CallerName, Scenario } from './permission-matrix.ts'
import { ADA } from './sign-up.ts'

/** An example call of an operation, tried by every kind of caller. */
export interface Example {
  readonly input: object
  /** Status for permitted callers, if not 200. */
  readonly status?: number
  /** Status for a listener who does not own the data, if different. */
  readonly other?: number
  /** The body is a form with a picture. */
  readonly form?: true
  /** The response never ends: only callers that are rejected try it. */
  readonly endless?: true
}

/** In the right form, but no answer to any challenge. */
const newPasskey = { id: 'aaaa', clientDataJSON: 'e30', attestationObject: 'oA', transports: ['internal'] }
const assertion = { id: 'aaaa', clientDataJSON: 'e30', authenticatorData: 'oA', signature: 'oA' }

/** Examples of all operations, with Ada's data. */
export function examplesOf(scene: Scenario): Readonly<Record<string, Example>> {
  const { artistId, albumId, trackIds, genreId, userId, playlistId, collectionPlaylistId, spare } = scene
  const [trackId, second] = trackIds
  const nothing = { input: {} }
  const nobody = 'nobody-has-this-id'
  const at = '2024-05-03T00:00:00.000Z'
  const token = 'a-device-of-Firebase:somewhere'
  const own = (input: object): Example => ({ input: { userId, ...input }, other: 403 })
  // Ada allows it, Grace does not.
  const waits = { status: 202, other: 200 }
  const hers = (input: object): Example => ({ input, other: 404 })
  return {
    fetchConfiguration: nothing,
    fetchImportStatus: nothing,
    fetchStreamIndex: { input: { trackId, container: 'mp4' }, status: 404 },
    fetchStreamQualities: nothing,
    fetchWaveform: { input: { trackId } },
    fetchLyrics: { input: { trackId } },
    fetchChapters: { input: { trackId } },
    login: { input: { email: 'nobody@example.org', password: 'a wrong password' }, status: 401 },
    createUser: { input: { name: 'Ada', email: ADA.email, password: ADA.password }, status: 400 },
    fetchOwnUser: nothing,
    deleteUser: nothing,
    loginWithGoogle: { input: { googleToken: 'token' }, status: 503 },
    updateUsername: { input: { name: 'Another name' } },
    updatePassword: {
      input: { currentPassword: ADA.password, newPassword: 'difference engine' },
      other: 403,
    },
    updateUserProfilePath: { input: { profile_path: spare }, other: 400 },
    fetchSessions: nothing,
    revokeSession: { input: { id: nobody }, status: 404 },
    revokeOtherSessions: nothing,
    fetchKeys: nothing,
    confirmSignIn: { input: { password: ADA.password }, other: 403 },
    startTotp: nothing,
    enableTotp: { input: { code: '000000' }, status: 403 },
    createRecoveryCodes: { input: {}, status: 409 },
    disableTotp: nothing,
    startPasskeySignUp: { input: { name: 'Bo Berg', email: 'bo@example.org' } },
    signUpWithPasskey: {
      input: { name: 'Bo Berg', email: 'bo@example.org', passkey: newPasskey },
      status: 403,
    },
    startPasskeySignIn: nothing,
    signInWithPasskey: { input: { passkey: assertion }, status: 403 },
    fetchPasskeys: nothing,
    startPasskey: nothing,
    addPasskey: { input: { passkey: newPasskey }, status: 403 },
    renamePasskey: { input: { id: nobody, name: 'Phone' }, status: 404 },
    removePasskey: { input: { id: nobody }, status: 404 },
    startPasskeyConfirmation: nothing,
    confirmWithPasskey: { input: { passkey: assertion }, status: 403 },
    requestPasswordReset: { input: { email: ADA.email }, status: 409 },
    resetPassword: { input: { token: nobody, newPassword: 'difference engine' }, status: 403 },
    verifyEmail: { input: { token: nobody }, status: 403 },
    sendVerification: { input: {}, status: 409 },
    changeEmail: { input: { email: 'another@example.org' }, status: 409 },
    fetchProfile: { input: { id: userId } },
    fetchAllProfiles: nothing,
    setCookie: { input: { param_name: 'track', param_value: trackId } },
    getCookie: { input: { name: 'track' } },
    deleteCookie: { input: { name: 'track' } },
    fetchAppKeys: nothing,
    createAppKey: { input: { name: 'My phone', kind: 'password', scope: 'edit' } },
    revokeAppKey: { input: { id: nobody }, status: 404 },
    revokeAllAppKeys: nothing,
    uploadPlaylistPicPath: hers({ pic_path: `playlist_profile/${playlistId}` }),
    uploadUserPicPath: hers({ pic_path: `user_profile/${userId}` }),
    uploadUserPicture: { input: {}, form: true },
    uploadPlaylistPicture: { input: {}, form: true },
    fetchAlbum: { input: { id: albumId } },
    fetchAllAlbums: nothing,
    fetchAllArtists: nothing,
    fetchAllTracks: nothing,
    fetchMoreAlbums: { input: { page: 1 } },
    fetchMoreArtists: { input: { page: 1 } },
    fetchPopularArtists: nothing,
    fetchPopularAlbums: nothing,
    fetchArtist: { input: { artistid: artistId } },
    fetchTrackDetails: { input: { trackId } },
    fetchTracks: { input: { albumid: albumId } },
    fetchTrack: { input: { id: trackId } },
    fetchTracksByIds: { input: { tracksArray: [trackId] } },
    fetchSimilarTracks: { input: { tracks: [trackId] } },
    fetchArtistTracks: { input: { artistId } },
    fetchMoreArtistTracks: { input: { artistId } },
    fetchArtistAlbums: { input: { artistId } },
    fetchArtistAppearances: { input: { artistId } },
    fetchArtistCredits: { input: { artistId } },
    fetchTrackCredits: { input: { trackId } },
    fetchTracksOfAlbums: { input: { albumArray: [albumId] } },
    fetchAlbumTracks: { input: { albumId } },
    fetchGenreTracks: { input: { genre: 'Jazz' } },
    fetchMoreGenreTracks: { input: { genreId } },
    fetchAllGenres: nothing,
    fetchGenre: { input: { id: genreId } },
    fetchSongListing: { input: { sort: 'plays' } },
    fetchAlbumListing: { input: { sort: 'released' } },
    fetchArtistListing: { input: { sort: 'followers' } },
    fetchOwnSongListing: { input: { sort: 'added', unplayed: true } },
    fetchOwnAlbumListing: { input: { sort: 'lastPlayed' } },
    fetchOwnArtistListing: { input: { sort: 'name', liked: true } },
    searchCatalogue: { input: { query: 'one' } },
    countTrackPlay: { input: { trackId } },
    countAlbumPlays: { input: { albums: [albumId] } },
    recordPlayedTrack: { input: { trackId } },
    fetchPlayedTracks: nothing,
    fetchInterestedArtists: nothing,
    fetchInterestedAlbums: nothing,
    fetchInterestedGenres: nothing,
    appendInterestedArtist: { input: { id: artistId } },
    appendInterestedGenre: { input: { genre: 'Jazz' } },
    reportPlays: { input: { plays: [{ trackId, at }] } },
    recordSecondsHeard: { input: { trackId, countedAt: at, seconds: 100 } },
    deleteListens: nothing,
    fetchNowPlaying: nothing,
    reportNowPlaying: { input: { trackId, state: 'playing', positionMs: 1_000 } },
    fetchPlayQueue: nothing,
    savePlayQueue: { input: { tracks: [trackId, trackId], currentIndex: 1 } },
    fetchBookmarks: nothing,
    saveBookmark: { input: { trackId, positionMs: 1_000 } },
    deleteBookmark: { input: { trackId } },
    fetchFollowingArtists: nothing,
    addFollowingArtist: { input: { artistId } },
    removeFollowingArtist: { input: { artistId } },
    fetchKeptAlbums: nothing,
    fetchKeptAlbumIds: nothing,
    keepAlbum: { input: { albumId } },
    releaseAlbum: { input: { albumId } },
    createPlaylist: nothing,
    createFilledPlaylist: { input: { title: 'Filled', tracks: [trackId, trackId] } },
    fetchUserPlaylists: nothing,
    fetchCollectionPlaylists: nothing,
    fetchCollectionPlaylist: { input: { id: collectionPlaylistId } },
    fetchAllPlaylists: nothing,
    fetchPlaylist: hers({ id: playlistId }),
    updatePlaylist: hers({ playlistId, title: 'Another title', profile_path: '' }),
    deletePlaylist: hers({ playlistId }),
    restorePlaylist: hers({ playlistId }),
    deleteTrackFromPlaylist: hers({ trackId, playlistId }),
    crudPlaylist: hers({ trackId, playlistId, crudMethod: 'add' }),
    addTracksToPlaylist: hers({ playlistId, tracksArray: [...trackIds] }),
    movePlaylistTrack: hers({ playlistId, trackId, afterTrackId: second }),
    removePlaylistEntry: hers({ playlistId, entryId: second }),
    editPlaylist: hers({ playlistId, removed: [0], added: [trackId, trackId] }),
    matchTracks: { input: { entries: [{ title: 'One' }] } },
    fetchLikedTracksPlaylist: nothing,
    fetchLikedTracks: nothing,
    fetchLikedSongs: nothing,
    appendLikedSongs: { input: { trackId } },
    fetchRatings: { input: { kind: 'track' } },
    saveRating: { input: { kind: 'track', id: trackId, rating: 5 } },
    fetchOwnData: nothing,
    matchArchive: { input: { tracks: [], albums: [], artists: [], genres: ['Jazz'] } },
    importArchiveItems: { input: { list: 'playedTracks', items: [{ id: trackId, at }] } },
    importArchiveListens: { input: { listens: [{ id: trackId, at }] } },
    importArchivePlaylist: {
      input: { origin: 'elsewhere', type: 'playlist', title: 'From elsewhere', createdAt: at, tracks: [] },
    },
    importArchivePicture: { ...hers({ playlistId }), form: true },
    fetchMailPermission: own({}),
    updateMailPermission: own({ permission: true, type: 'aboutArtistsAndMusic' }),
    fetchPushPermission: own({}),
    updatePushPermission: own({ permission: true, type: 'fromArtists' }),
    updateDeviceToken: own({ token }),
    registerGuestDevice: { input: { token: `${token}-of-a-guest` } },
    sendNotification: { input: { title: 'New', body: 'Listen', type: 'fromArtists', url: '/' }, ...waits },
    sendEmail: { input: { subject: 'New', message: 'Listen', type: 'aboutArtistsAndMusic' }, ...waits },
    listenToChanges: { input: {}, endless: true },
    fetchOverview: nothing,
    fetchAudit: nothing,
    fetchLog: { input: { level: 'error', query: 'disk' } },
    fetchPeople: { input: { query: 'ada' } },
    updatePerson: { input: { id: nobody, isDisabled: true }, status: 404 },
    signOutPerson: { input: { id: nobody }, status: 404 },
    createResetLink: { input: { id: nobody }, status: 404 },
    turnOffTotpOfPerson: { input: { id: nobody }, status: 404 },
    deletePerson: { input: { id: nobody }, status: 404 },
    fetchInvitations: nothing,
    createInvitation: { input: { note: 'For Bo', uses: 1, days: 7 } },
    deleteInvitation: { input: { id: nobody }, status: 404 },
    fetchLiveSettings: nothing,
    updateLiveSetting: { input: { name: 'chatUrl', value: null } },
    // There are accounts.
    fetchSetUp: { input: {}, status: 404 },
    fetchSetUpFolders: { input: { code: '' }, status: 404 },
    countSetUpFiles: { input: { code: '', path: '/' }, status: 404 },
    completeSetUp: { input: { ...ADA, code: '' }, status: 404 },
    fetchCollection: nothing,
    scanCollection: { input: {}, status: 409 },
    browseFolders: nothing,
    addMusicFolder: { input: { path: '/nowhere' }, status: 409 },
    removeMusicFolder: { input: { path: '/nowhere' }, status: 409 },
    fetchSkippedFiles: nothing,
    fetchMissingTracks: nothing,
    previewForgetting: nothing,
    forgetMissingTracks: { input: { runId: nobody }, status: 409 },
    fetchDuplicates: nothing,
    fetchPlaylistFiles: nothing,
    updatePlaylistOwner: { input: { id: collectionPlaylistId, ownerId: userId } },
    removePlaylistFile: { input: { id: collectionPlaylistId } },
    restorePlaylistFile: { input: { id: collectionPlaylistId } },
    fetchAlbumsNamedByFolder: nothing,
    fetchBrokenAlbums: nothing,
    fetchUnpictured: { input: { kind: 'albums' } },
    fetchCataloguePicture: { input: { kind: 'albums', id: albumId } },
    uploadCataloguePicture: { input: { kind: 'albums', id: albumId }, form: true },
    removeCataloguePicture: { input: { kind: 'artists', id: artistId } },
    fetchCataloguePictures: nothing,
    fetchJobs: nothing,
    pauseJob: { input: { name: 'backups', isPaused: false } },
    startJob: { input: { name: 'analysis' } },
    startBackup: { input: {}, status: 409 },
  }
}

/** Operations that delete data for the others, so they run last, and the one that brings it back. */
export const LAST = ['deleteTrackFromPlaylist', 'deletePlaylist', 'restorePlaylist', 'deleteUser']

/** The status required by checks/who-may-call.md. */
export function expectedStatus(
  { who, acceptsCookie, sameOrigin }: Operation,
  { status = 200, other = status }: Example,
  caller: CallerName,
): number {
  if (caller === 'cookie from another site' && (acceptsCookie || sameOrigin)) return 403
  if (who === 'guest') return status
  if (who === 'sender' && caller === 'service') return status
  if (who === 'service') return caller === 'service' ? status : 401
  if (who === 'administrator') return administratorStatus(status, caller)
  if (caller === 'owner') return status
  if (caller === 'other' || caller === 'administrator') return other
  return caller === 'cookie' && acceptsCookie ? status : 401
}

function administratorStatus(status: number, caller: CallerName): number {
  if (caller === 'administrator' || caller === 'service') return status
  return caller === 'owner' || caller === 'other' ? 403 : 401
}
