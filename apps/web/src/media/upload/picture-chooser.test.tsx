import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mockBrowser } from '../../testing/mock-browser.ts'
import { TOAST_MS } from '../../ui/dialogs/toast.tsx'
import { cropJpeg } from './crop-jpeg.ts'
import { decodePicture } from './decode-picture.ts'
import PictureChooser from './picture-chooser.tsx'

const CHOSEN = { x: 10, y: 0, width: 50, height: 100 }
const jpeg = new Blob(['jpeg'], { type: 'image/jpeg' })
const asked = vi.hoisted(() => ({ aspect: 0 }))

// jsdom cannot decode or draw pictures; journeys/account/picture.test.ts does that.
vi.mock('./decode-picture.ts', () => ({ decodePicture: vi.fn() }))
vi.mock('./crop-jpeg.ts', () => ({ cropJpeg: vi.fn() }))
vi.mock('react-easy-crop', () => ({
  default: ({ aspect, onCropAreaChange }: { aspect: number; onCropAreaChange(part: unknown): void }) => {
    asked.aspect = aspect
    useEffect(() => onCropAreaChange(CHOSEN), [onCropAreaChange])
    return null
  },
}))

const onPicture = vi.fn<(jpeg: Blob) => Promise<void>>()
const decoded = { picture: { width: 200, height: 100 } as ImageBitmap, previewUrl: 'data:,' }

beforeEach(() => {
  mockBrowser()
  vi.mocked(decodePicture).mockResolvedValue(decoded)
  vi.mocked(cropJpeg).mockResolvedValue(jpeg)
  onPicture.mockResolvedValue()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  render(<PictureChooser wrongType="Please select a valid image!" onPicture={onPicture} />)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

const input = () => screen.getByLabelText('Picture file')
const choose = (...files: File[]) => fireEvent.change(input(), { target: { files } })
const picture = (type: string, name = 'picture') => new File(['…'], name, { type })
/** Presses Confirm, once the area is known. */
async function press(name: string): Promise<void> {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  fireEvent.click(button)
}
async function isBackAtTheButton(): Promise<void> {
  const button = await screen.findByRole('button', { name: 'Choose picture' })
  expect(document.activeElement).toBe(button)
}
const said = () => screen.getByRole('alert').textContent

it('returns the chosen square of a file as JPEG after Confirm (ACC-06, ACC-08, ACC-09)', async () => {
  choose(picture('image/png'))
  await press('Confirm')
  await waitFor(() => expect(onPicture).toHaveBeenCalledWith(jpeg))
  expect(asked.aspect).toBe(1)
  expect(cropJpeg).toHaveBeenCalledWith(decoded.picture, CHOSEN)
  await isBackAtTheButton()
})

it('returns nothing if cancelled (ACC-11)', async () => {
  choose(picture('image/png'))
  await press('Cancel')
  await isBackAtTheButton()
  expect(onPicture).not.toHaveBeenCalled()
})

it.each([
  ['image/jpeg', ''],
  ['image/png', ''],
  ['image/gif', ''],
  ['image/bmp', ''],
  ['image/webp', ''],
  ['image/tiff', ''],
  // Some systems report no type.
  ['', 'scan.TIF'],
])('accepts %s %s (VAL-14)', async (type, name) => {
  choose(picture(type, name))
  expect(await screen.findByRole('button', { name: 'Confirm' })).toBeDefined()
})

it.each([
  ['application/pdf', ''],
  ['image/svg+xml', ''],
  ['image/avif', ''],
  ['', 'notes'],
])(
  'rejects %s %s with a message for 3 seconds (VAL-14, VAL-16, VAL-17, ERR-16, CON-17)',
  async (type, name) => {
    vi.useFakeTimers()
    choose(picture(type, name))
    expect(said()).toBe('Please select a valid image!')
    act(() => void vi.advanceTimersByTime(TOAST_MS - 1))
    expect(said()).toBe('Please select a valid image!')
    act(() => void vi.advanceTimersByTime(1))
    expect(said()).toBe('')
    expect(decodePicture).not.toHaveBeenCalled()
  },
)

it('shows a message for 3 seconds if no file was chosen (VAL-18, READ-45)', () => {
  vi.useFakeTimers()
  fireEvent(input(), new Event('cancel'))
  expect(said()).toBe('No file Chosen!')
  act(() => void vi.advanceTimersByTime(TOAST_MS))
  expect(said()).toBe('')
  choose()
  expect(said()).toBe('No file Chosen!')
  expect(onPicture).not.toHaveBeenCalled()
})

it('sends the picture once, and cannot be cancelled meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  onPicture.mockReturnValue(promise)
  choose(picture('image/png'))
  await press('Confirm')
  await waitFor(() => expect(onPicture).toHaveBeenCalled())
  for (const name of ['Confirm', 'Cancel']) fireEvent.click(screen.getByRole('button', { name }))
  expect(onPicture).toHaveBeenCalledTimes(1)
  resolve()
  expect(await screen.findByRole('button', { name: 'Choose picture' })).toBeDefined()
})

it('restarts if sending fails, and only logs it (ACC-07, ERR-10)', async () => {
  const failure = new Error('File upload failed')
  onPicture.mockRejectedValue(failure)
  choose(picture('image/png'))
  await press('Confirm')
  await isBackAtTheButton()
  expect(console.error).toHaveBeenCalledWith('Upload failed', failure)
  expect(said()).toBe('')
})

it('treats a file that cannot be decoded as a failed upload (READ-64)', async () => {
  vi.mocked(decodePicture).mockRejectedValue(new Error('The picture cannot be decoded.'))
  choose(picture('image/tiff'))
  await waitFor(() => expect(console.error).toHaveBeenCalledWith('Upload failed', expect.any(Error)))
  expect(await screen.findByRole('button', { name: 'Choose picture' })).toBeDefined()
  expect(said()).toBe('')
})
