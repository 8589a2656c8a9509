import type { createBrowserRouter } from 'react-router'
import { followCatalogue } from '../catalogue/follow-catalogue.ts'
import { doubtPictures } from '../listening/engine/known-pictures.ts'
import { player } from '../listening/engine/player.ts'
import { followNewBuild } from './follow-new-build.ts'

/** Keeps the page up to date with the service: what an import adds, and new builds of the pages. */
export function followService(router: ReturnType<typeof createBrowserRouter>): void {
  followNewBuild(router, isPlaying)
  followCatalogue(doubtPictures)
}

function isPlaying(): boolean {
  const { status } = player.getState()
  return status === 'playing' || status === 'loading'
}
