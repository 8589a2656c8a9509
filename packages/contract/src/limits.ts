/** Every limit of the service in one table. The OpenAPI document quotes it. */

/** Lengths of texts in characters. */
export const textLimits = {
  email: { max: 254 },
  password: { min: 8, max: 128 },
  userName: { min: 3, max: 60 },
  playlistTitle: { min: 3, max: 100 },
  appKeyName: { min: 1, max: 60 },
  passkeyName: { min: 1, max: 60 },
  /** The 1,023 bytes that the Web Authentication API allows, in base64url. */
  credentialId: { max: 1_364 },
  /** A part of what an authenticator returns, in base64url. */
  credentialData: { max: 8_192 },
  /** The 64 bytes that the Web Authentication API allows, in base64url. */
  userHandle: { max: 86 },
  /** What an app calls itself. */
  appClient: { max: 64 },
  searchQuery: { max: 100 },
  genreName: { max: 64 },
  /** Position in a paged list. */
  cursor: { max: 4_096 },
  /** `profile_path` of a user or playlist. */
  picturePath: { max: 512 },
  uploadTarget: { max: 128 },
  idToken: { max: 4096 },
  nonce: { max: 128 },
  cookieName: { max: 128 },
  playlistFileField: { max: 300 },
  playlistFilePath: { max: 600 },
  archivedText: { max: 300 },
  pushTitle: { max: 80 },
  pushBody: { max: 200 },
  pushUrl: { max: 512 },
  emailSubject: { max: 120 },
  emailMessage: { max: 2_000 },
  invitationNote: { max: 100 },
  invitationToken: { max: 64 },
  /** A code of an authenticator app, or a recovery code. */
  secondFactorCode: { max: 32 },
  emailToken: { max: 64 },
  /** A setting that administrators change. */
  settingValue: { max: 512 },
  /** The longest that fits below the icon of an installed app and into the top bar. */
  serviceName: { max: 30 },
  setUpCode: { max: 64 },
  /** Path of a folder of the server. */
  folder: { max: 4_096 },
  /** Of a playlist or a bookmark. */
  comment: { max: 2_000 },
  /** How a client calls itself. */
  clientName: { max: 64 },
  /** Any text of a call, before its own limit is looked at: cookies that are too long are answered with their deletion. */
  anyText: { max: 64 * 1024 },
}

/** Sizes in bytes. */
export const byteLimits = {
  /** Path and query of a request. */
  url: 2 * 1024,
  /** Path and query of a call of an app, which may list a whole queue. */
  appUrl: 14 * 1024,
  /** Form of a call of an app: a playlist of the maximum length. */
  appForm: 2 * 1024 * 1024,
  /** Form of a call of an app of which any number may arrive from one address at the same time. */
  smallAppForm: 64 * 1024,
  /** One decoded value of a call of an app, but for a comment of the maximum length. */
  appValue: 4 * 1024,
  appComment: 8 * 1024,
  /** All headers of a request together. */
  headers: 16 * 1024,
  /** A JSON body, unless a call says otherwise. */
  jsonBody: 64 * 1024,
  trackIdsBody: 512 * 1024,
  playlistFileBody: 2 * 1024 * 1024,
  /** The largest batch, or a playlist of the maximum length. */
  archiveBody: 4 * 1024 * 1024,
  picture: 5 * 1024 * 1024,
  /** All uploaded pictures of one listener, unused ones included. */
  picturesOfUser: 100 * 1024 * 1024,
  /** One cookie's value, percent-encoded. Larger values stay in the browser only. */
  cookie: 3_500,
  /** All cookies of the contract together, names included. The oldest shuffle orders make room. */
  cookies: 8 * 1024,
  /** The whole Cookie header, other services on the same host included: browsers send both. */
  cookieHeader: 12 * 1024,
}

/** The first page of a listing. */
export const FIRST_PAGE = 1

/** Numbers of things: in one response, in one call, or stored for one listener. */
export const countLimits = {
  /** Rows on one page of the artists and albums listings. */
  pageSize: 20,
  lastPage: 10_000,
  /** Rows of the popular lists. */
  popular: 20,
  /** Rows of a response that lists all records of a kind, such as `fetchalbums`. */
  allRecords: 50_000,
  /**
   * Tracks or albums of one artist, album or genre in one response. Measured: ten times as many tracks block the
   * embedded database, and with it everybody's streams, for 0.14 s.
   */
  related: 1_000,
  /** Tracks on one page of an artist's or a genre's. */
  trackPage: 50,
  /** Ids in one call. */
  ids: 10_000,
  /** Lists, objects and further values in one JSON body: a playlist of the maximum length with times, and the call's others. */
  jsonValues: 32_000,
  found: { tracks: 100, artists: 50, albums: 50 },
  suggestedAlbums: 50,
  albumsPerPlayCount: 100,
  playlistFileEntries: 1_000,
  matchCandidates: 5,
  /** Records of one kind in a call that takes a part of an archive. */
  archiveBatch: 500,
  profiles: 1_000,
  picturePixels: 40_000_000,
  /** Scans of a progressive JPEG. Encoders write 1 to 18; a decoder visits the whole picture for each. */
  pictureScans: 64,
  /** Albums whose shuffle order is stored in a cookie; the oldest makes room. */
  shuffleCookies: 10,
  sessions: 20,
  recoveryCodes: 10,
  passkeys: 20,
  /** App passwords and API keys of one listener. */
  appKeys: 20,
  /** Rows of one kind in the response to an app. */
  appPage: 500,
  /** Parameters of one call of an app: a playlist of the maximum length, and the call's others. */
  appFields: 10_100,
  /** Forms of apps of more than 64 KB from one address at the same time. */
  largeAppForms: 2,
  /** Limitations of all codecs together that an app may describe its player with. */
  playerLimitations: 200,
  /** Calls of one app password or API key that are answered at the same time. */
  appCallsAtOnce: 32,
  follows: 5_000,
  /** Records of followed artists in one response; their ids are all in it. */
  followedArtists: 1_000,
  /** Tracks of followed artists in one response, most played first. */
  followedTracks: 10,
  /** Artists, and genres, stored as one listener's interests; the oldest make room. */
  interests: 500,
  playlists: 200,
  playlistTracks: 10_000,
  /** Tracks in all playlists of one listener together. */
  tracksOfAllPlaylists: 100_000,
  playedTracks: 50_000,
  keptAlbums: 5_000,
  /** Ratings of one kind. */
  ratings: 10_000,
  bookmarks: 1_000,
  /** Tracks in a listener's saved queue. */
  queueTracks: 10_000,
  /** Plays reported afterwards in one call. */
  reportedPlays: 1_000,
  /** Stored plays of one listener, about 20 years of them; the oldest make room. */
  listens: 200_000,
  /** Listens in a call that takes a part of an archive. */
  archivedListens: 2_500,
  /** Devices and apps whose names are stored with one listener's plays. */
  listenClients: 100,
  /** Devices of one listener that receive push notifications; the one registered longest ago makes room. */
  devices: 10,
  /** Accounts on one page of the administrators' list. */
  peoplePage: 50,
  auditPage: 50,
  logPage: 50,
  importRuns: 20,
  /** Files and pictures that are stored of those that the last import skipped. */
  skippedFiles: 1_000,
  /** Rows on one page of what an administrator should look at in the collection. */
  collectionPage: 50,
  invitations: 1_000,
  /** Sub-folders listed during the set-up. */
  folders: 1_000,
  /** Accounts that one invitation creates. */
  invitationUses: 100,
  invitationDays: 365,
  /** Streams of live updates of one listener; the oldest ends. */
  liveUpdateStreams: 20,
}

/** Days until something expires. */
export const dayLimits = {
  /** After signing in. */
  session: 30,
  /** After the session was last used. */
  idleSession: 14,
  /** After a guest's device was last registered. */
  guestDevice: 60,
  /** After a link that verifies an address was sent. */
  verificationLink: 1,
  /** After an administrator made a link for a new password, to hand it over. */
  handedResetLink: 1,
  /** After the last sign-in from a network: until then, a link for a new password is reserved for it each day. */
  knownNetwork: 90,
  /** After a play that is reported afterwards. */
  reportedPlay: 366,
  deletedPlaylist: 1,
}

/** Minutes until something expires. */
export const minuteLimits = {
  /** After a link for a new password was sent. */
  passwordResetLink: 30,
  /** Until another link for a new password is sent, if the last one was not used. */
  nextPasswordResetLink: 5,
  /** After a sign-in: sensitive changes need one that is more recent. */
  recentSignIn: 15,
  /** After the browser was asked for a passkey. */
  passkeyChallenge: 10,
}

/** A number of calls within a number of seconds. */
export interface Rate {
  readonly calls: number
  readonly seconds: number
}

/** Calls of one listener. */
export const userRates = {
  /** Writes, unless a call says otherwise. */
  write: { calls: 60, seconds: 60 },
  /** One list of the listener, up to 10,000 ids. */
  readList: { calls: 120, seconds: 60 },
  /** All lists of the listener, up to 100,000 ids. */
  readAllLists: { calls: 60, seconds: 60 },
  createPlaylist: { calls: 20, seconds: 60 },
  createAppKey: { calls: 10, seconds: 600 },
  /** Calls of one app password or API key: the first sync of a large catalogue has thousands. */
  appCalls: { calls: 3_000, seconds: 60 },
  moveTrack: { calls: 120, seconds: 60 },
  reportPlayback: { calls: 240, seconds: 60 },
  matchTracks: { calls: 20, seconds: 60 },
  uploadPicture: { calls: 10, seconds: 60 },
  liveUpdates: { calls: 60, seconds: 60 },
  ownData: { calls: 10, seconds: 3_600 },
  /** The largest possible archive has a call for each playlist and about 100 batches of other records. */
  importArchive: { calls: countLimits.playlists + 100, seconds: 600 },
  importArchivePicture: { calls: countLimits.playlists + 10, seconds: 3_600 },
  updateUsername: { calls: 10, seconds: 3_600 },
  updatePassword: { calls: 5, seconds: 900 },
  secondFactorCode: { calls: 10, seconds: 900 },
  sendVerification: { calls: 5, seconds: 3_600 },
  /** After each, plays cannot be compared with earlier ones. */
  deleteListens: { calls: 5, seconds: 3_600 },
  deleteUser: { calls: 3, seconds: 3_600 },
  sendNotification: { calls: 10, seconds: 3_600 },
  sendEmail: { calls: 5, seconds: 86_400 },
} satisfies Record<string, Rate>

/** Calls of one session a minute; guests at one address share a multiple. */
export const sessionRates = {
  /** All calls together that have no rate of their own. */
  allCalls: 600,
  allRecords: 60,
  tracksByIds: 60,
  /** A few a second while somebody types. */
  search: 300,
  /** Open pages poll once a second during an import; responses are shared and cost little. */
  importStatus: 1_200,
  profiles: 30,
  loginWithGoogle: 10,
  /** Every open login page asks for a challenge. */
  startPasskey: 30,
  deleteCookie: 60,
  completeSetUp: 10,
  setUpFolders: 120,
}

/** How many times a session's rate the guests at one address share. */
export const guestShares = {
  /** A school or a phone network is one address, and a busy guest makes some 40 calls a minute. */
  usual: 20,
  search: 8,
  tracksByIds: 5,
}

/** Calls from one address, or failed logins of one account. */
export const addressRates = {
  /** Requests of any kind, files included. */
  requests: { calls: 60_000, seconds: 60 },
  failedLoginsOfAccountFromAddress: { calls: 10, seconds: 900 },
  failedLoginsFromAddress: { calls: 30, seconds: 900 },
  failedLoginsOfAccount: { calls: 100, seconds: 900 },
  /** Beside the right password of one account, from all addresses. */
  wrongCodes: { calls: 10, seconds: 900 },
  signUp: { calls: 5, seconds: 3_600 },
  failedAppLoginsOfAccount: { calls: 20, seconds: 600 },
  failedAppLogins: { calls: 100, seconds: 600 },
  passwordReset: { calls: 10, seconds: 3_600 },
  /** From one network. Less than half of what a mailbox gets in a day: one stranger cannot use it up. */
  passwordResetOfAccount: { calls: 4, seconds: 86_400 },
  registerGuestDevice: { calls: 10, seconds: 3_600 },
} satisfies Record<string, Rate>
