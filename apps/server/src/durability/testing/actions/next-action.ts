import type { Action, ActionContext } from './action.ts'
import * as library from './library-actions.ts'
import * as own from './own-actions.ts'

/** Undefined if it makes no sense in this state. */
type Maker = (context: ActionContext) => Action | undefined

/** How often each kind is chosen: passwords and pictures cost most. */
const KINDS: readonly (readonly [weight: number, make: Maker])[] = [
  [10, library.like],
  [3, library.unlike],
  [8, library.follow],
  [3, library.unfollow],
  [4, library.makePlaylist],
  [10, library.addTracks],
  [5, library.moveTrack],
  [3, library.removeTrack],
  [2, library.retitle],
  [1, library.dropPlaylist],
  [10, own.countPlay],
  [5, own.countAlbum],
  [5, own.startTrack],
  [2, own.rename],
  [1, own.changePassword],
  [1, own.changePicture],
  [1, own.comeAndGo],
]
const TOTAL = KINDS.reduce((sum, [weight]) => sum + weight, 0)

/** Chooses the next change that makes sense in this state. */
export function nextAction(context: ActionContext): Action {
  for (;;) {
    let at = context.random.below(TOTAL)
    const kind = KINDS.find(([weight]) => {
      at -= weight
      return at < 0
    })
    const action = kind?.[1](context)
    if (action) return action
  }
}
