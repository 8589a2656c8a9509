import { createStore } from '@refrain/player/state/store'

/** Where the loaded recording was left. */
export interface ResumeOffer {
  /** The load of the track that it belongs to; -1 for no offer. */
  readonly load: number
  /** In seconds. */
  readonly position: number
}

export const NO_OFFER: ResumeOffer = { load: -1, position: 0 }

/** What the player offers to continue at. */
export const resumeOffer = createStore<ResumeOffer>(NO_OFFER)
