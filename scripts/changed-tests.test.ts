import { expect, it } from 'vitest'
import { journeyDomains } from './changed-tests.mjs'

it('runs the journeys of the domains that files belong to, and none of what has none', () => {
  expect(
    journeyDomains([
      'apps/web/src/library/library-page.tsx',
      'apps/server/src/library/routes.ts',
      'packages/contract/src/account/sign-in.ts',
      'journeys/screens/layout.test.ts',
      'journeys/support/until.ts',
      'journeys/sound/gapless.test.ts',
      'apps/server/src/http/limits/limit.ts',
      'packages/player/src/player.ts',
      'README.md',
    ]),
  ).toEqual(['account', 'library', 'listening', 'screens'])
})
