import { cleanup } from '@testing-library/react'
import { afterEach, it, vi } from 'vitest'
import { clearSession } from './account/session.ts'
import { showPage } from './testing/show-page.tsx'
import { expectNoRemains } from './testing/visit-pages.tsx'

vi.mock('./listening/engine/player.ts')

afterEach(() => {
  cleanup()
  clearSession()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('page visits leave no listeners, timers or memory behind, 20 times', () =>
  expectNoRemains(showPage, { warmUp: 5, rounds: 20 }))
