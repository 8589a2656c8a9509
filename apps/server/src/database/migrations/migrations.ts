import type { Migration } from '../migration.ts'
import { catalogue } from './catalogue/001-catalogue.ts'
import { search } from './catalogue/002-search.ts'
import { soundAnalysis } from './catalogue/005-sound-analysis.ts'
import { artistCovers } from './catalogue/011-artist-covers.ts'
import { largeCatalogue } from './catalogue/015-large-catalogue.ts'
import { shortSearches } from './catalogue/016-short-searches.ts'
import { listings } from './catalogue/027-listings.ts'
import { wholeIndexes } from './catalogue/039-whole-indexes.ts'
import { releaseDetails } from './catalogue/042-release-details.ts'
import { albumGenres } from './catalogue/043-album-genres.ts'
import { credits } from './catalogue/049-credits.ts'
import { spellings } from './catalogue/050-spellings.ts'
import { datesAndOrder } from './catalogue/051-dates-and-order.ts'
import { sortNames } from './catalogue/052-sort-names.ts'
import { folderNames } from './catalogue/053-folder-names.ts'
import { brokenTexts } from './catalogue/054-broken-texts.ts'
import { otherRoles } from './catalogue/055-other-roles.ts'
import { cuts } from './catalogue/056-cuts.ts'
import { chapters } from './catalogue/057-chapters.ts'
import { fileTails } from './catalogue/058-file-tails.ts'
import { accounts } from './members/003-accounts.ts'
import { listening } from './members/004-listening.ts'
import { members } from './members/006-members.ts'
import { trash } from './members/008-trash.ts'
import { archives } from './members/014-archives.ts'
import { appKeys } from './members/026-app-keys.ts'
import { sessionClients } from './members/028-session-clients.ts'
import { verifiedAddresses } from './members/029-verified-addresses.ts'
import { secondFactor } from './members/030-second-factor.ts'
import { keptAlbums } from './members/032-kept-albums.ts'
import { repeatedTracks } from './members/033-repeated-tracks.ts'
import { reportedPlays } from './members/034-reported-plays.ts'
import { queueAndRatings } from './members/035-queue-and-ratings.ts'
import { passkeys } from './members/037-passkeys.ts'
import { networksOfApps } from './members/040-networks-of-apps.ts'
import { repairedTexts } from './members/044-repaired-texts.ts'
import { waysIn } from './members/045-ways-in.ts'
import { listens } from './members/047-listens.ts'
import { deletedPlaylists } from './members/048-deleted-playlists.ts'
import { collectionPlaylists } from './members/059-collection-playlists.ts'
import { songOrders } from './orders/061-song-orders.ts'
import { albumOrders } from './orders/062-album-orders.ts'
import { notifications } from './service/007-notifications.ts'
import { mailboxes } from './service/010-mailboxes.ts'
import { importStatus } from './service/012-import-status.ts'
import { sharedState } from './service/018-shared-state.ts'
import { administrators } from './service/020-administrators.ts'
import { importsAndJobs } from './service/021-imports-and-jobs.ts'
import { setUpAndLog } from './service/022-set-up-and-log.ts'
import { picturesAndJobs } from './service/036-pictures-and-jobs.ts'
import { presence } from './service/041-presence.ts'
import { watchedFolders } from './service/060-watched-folders.ts'

/** Every step, in order. A step that has been released is never changed. */
export const migrations: readonly Migration[] = [
  catalogue,
  search,
  accounts,
  listening,
  soundAnalysis,
  members,
  notifications,
  trash,
  mailboxes,
  artistCovers,
  importStatus,
  archives,
  largeCatalogue,
  shortSearches,
  sharedState,
  administrators,
  importsAndJobs,
  setUpAndLog,
  appKeys,
  listings,
  sessionClients,
  verifiedAddresses,
  secondFactor,
  keptAlbums,
  repeatedTracks,
  reportedPlays,
  queueAndRatings,
  picturesAndJobs,
  passkeys,
  wholeIndexes,
  networksOfApps,
  presence,
  releaseDetails,
  albumGenres,
  repairedTexts,
  waysIn,
  listens,
  deletedPlaylists,
  credits,
  spellings,
  datesAndOrder,
  sortNames,
  folderNames,
  brokenTexts,
  otherRoles,
  cuts,
  chapters,
  fileTails,
  collectionPlaylists,
  watchedFolders,
  songOrders,
  albumOrders,
]
