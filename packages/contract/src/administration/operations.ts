import { fetchAudit } from './audit.ts'
import {
  fetchCataloguePicture,
  fetchCataloguePictures,
  removeCataloguePicture,
  uploadCataloguePicture,
} from './catalogue-pictures.ts'
import {
  fetchAlbumsNamedByFolder,
  fetchBrokenAlbums,
  fetchCollection,
  fetchDuplicates,
  fetchMissingTracks,
  fetchSkippedFiles,
  fetchUnpictured,
  forgetMissingTracks,
  previewForgetting,
  scanCollection,
} from './collection.ts'
import { fetchJobs, pauseJob, startBackup, startJob } from './jobs.ts'
import { fetchLog } from './log.ts'
import { addMusicFolder, browseFolders, removeMusicFolder } from './music-folders.ts'
import { fetchOverview } from './overview.ts'
import {
  createInvitation,
  createResetLink,
  deleteInvitation,
  deletePerson,
  fetchInvitations,
  fetchPeople,
  signOutPerson,
  turnOffTotpOfPerson,
  updatePerson,
} from './people.ts'
import {
  fetchPlaylistFiles,
  removePlaylistFile,
  restorePlaylistFile,
  updatePlaylistOwner,
} from './playlist-files.ts'
import { completeSetUp, countSetUpFiles, fetchSetUp, fetchSetUpFolders } from './set-up.ts'
import { fetchLiveSettings, updateLiveSetting } from './settings.ts'

/** Operations of administrators, and of the set-up that creates the first one. */
export const administrationOperations = [
  fetchOverview,
  fetchAudit,
  fetchLog,
  fetchPeople,
  updatePerson,
  signOutPerson,
  createResetLink,
  turnOffTotpOfPerson,
  deletePerson,
  fetchInvitations,
  createInvitation,
  deleteInvitation,
  fetchLiveSettings,
  updateLiveSetting,
  fetchSetUp,
  fetchSetUpFolders,
  countSetUpFiles,
  completeSetUp,
  fetchCollection,
  scanCollection,
  browseFolders,
  addMusicFolder,
  removeMusicFolder,
  fetchSkippedFiles,
  fetchMissingTracks,
  previewForgetting,
  forgetMissingTracks,
  fetchUnpictured,
  fetchAlbumsNamedByFolder,
  fetchBrokenAlbums,
  fetchDuplicates,
  fetchCataloguePicture,
  uploadCataloguePicture,
  removeCataloguePicture,
  fetchCataloguePictures,
  fetchPlaylistFiles,
  updatePlaylistOwner,
  removePlaylistFile,
  restorePlaylistFile,
  fetchJobs,
  pauseJob,
  startJob,
  startBackup,
] as const
