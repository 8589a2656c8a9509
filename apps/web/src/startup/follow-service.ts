import type { createBrowserRouter } from 'react-router'
import { checkConnection } from '../api/connection.ts'
import { followCatalogue } from '../catalogue/follow-catalogue.ts'
import { doubtPictures } from '../listening/engine/known-pictures.ts'
import { player } from '../listening/engine/player.ts'
import { animateTabIcon } from './animate-tab-icon.ts'
import { followNewBuild } from './follow-new-build.ts'

/** Keeps the page up to date with the service: what an import adds, and new builds of the pages. */
export function followService(router: ReturnType<typeof createBrowserRouter>): void {
  followNewBuild(router, isPlaying)
  followCatalogue(doubtPictures)
  followSound()
  animateTabIcon(player)
}

/** A track that nothing answers for is a reason to ask whether the server does. */
function followSound(): void {
  let { notice } = player.getState()
  player.subscribe(() => {
    const last = notice
    notice = player.getState().notice
    if (notice !== last && notice?.kind === 'unreachable') void checkConnection()
  })
}

function isPlaying(): boolean {
  const { status } = player.getState()
  return status === 'playing' || status === 'loading'
}
