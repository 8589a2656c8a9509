import { type Call, type Calls, read } from '../call.ts'
import type { Fields } from '../response/fields.ts'
import { CODES, NOT_OFFERED, SubsonicError } from '../subsonic-error.ts'

/** Apps ask for these when they start, and some stop at a refusal. */
const EMPTY_LISTS: Readonly<Record<string, Fields>> = {
  getPodcasts: { podcasts: {} },
  getNewestPodcasts: { newestPodcasts: {} },
  getInternetRadioStations: { internetRadioStations: {} },
  getShares: { shares: {} },
  getChatMessages: { chatMessages: {} },
  getVideos: { videos: {} },
}

const REFUSED = [
  'createInternetRadioStation',
  'updateInternetRadioStation',
  'deleteInternetRadioStation',
  'createPodcastChannel',
  'deletePodcastChannel',
  'deletePodcastEpisode',
  'refreshPodcasts',
  'downloadPodcastEpisode',
  'createShare',
  'updateShare',
  'deleteShare',
  'addChatMessage',
  'jukeboxControl',
  'createUser',
  'updateUser',
  'deleteUser',
  'changePassword',
]

const NO_VIDEOS = ['hls', 'getVideoInfo', 'getCaptions']

const refuse = (code: number, message: string): Call =>
  read(() => {
    throw new SubsonicError(code, message)
  })

/** No addresses that a listener gives are fetched, there is no chat and no jukebox, and accounts are changed on our pages. */
export const notOfferedCalls: Calls = {
  ...Object.fromEntries(Object.entries(EMPTY_LISTS).map(([name, answer]) => [name, read(() => answer)])),
  ...Object.fromEntries(REFUSED.map(name => [name, refuse(CODES.notAllowed, NOT_OFFERED)])),
  ...Object.fromEntries(NO_VIDEOS.map(name => [name, refuse(CODES.other, 'No video here.')])),
  search: refuse(CODES.other, 'Use search3.'),
}
