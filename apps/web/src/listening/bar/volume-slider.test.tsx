import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import * as faked from '../engine/player.ts'
import { VolumeSlider } from './volume-slider.tsx'

vi.mock('../engine/player.ts')

const { player } = faked as unknown as typeof import('../engine/__mocks__/player.ts')

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('leaves out the slider where the volume cannot be set, as on iPhones, and still mutes', () => {
  vi.spyOn(HTMLMediaElement.prototype, 'volume', 'get').mockReturnValue(1)
  render(<VolumeSlider />)
  expect(screen.queryByRole('slider')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Mute' }))
  expect(player.getState().volume).toBe(0)
})
