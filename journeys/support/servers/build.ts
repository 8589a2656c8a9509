import { buildStale } from '../../../scripts/build.mjs'

/** Journeys show what is served: the pages and the service are built from these sources first. */
export default function setup(): Promise<void> {
  return buildStale()
}
