import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ImportRuns } from './import-runs.tsx'

afterEach(cleanup)

it('denies only imports of the operator’s own music, beside which there may be the sample', () => {
  render(<ImportRuns runs={[]} />)
  expect(screen.getByText('No music of your own has been imported yet.')).toBeDefined()
})
