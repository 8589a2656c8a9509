import { afterEach, expect, it, vi } from 'vitest'
import { copyText } from './copy-text.ts'

afterEach(() => vi.unstubAllGlobals())

it('puts a text on the clipboard', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  await copyText('words')
  expect(writeText).toHaveBeenCalledWith('words')
})

it('does so too where the browser hides the clipboard from the page', async () => {
  vi.stubGlobal('navigator', {})
  const setData = vi.fn()
  document.execCommand = () => {
    const event = Object.assign(new Event('copy'), { clipboardData: { setData } })
    return document.dispatchEvent(event)
  }
  await copyText('words')
  expect(setData).toHaveBeenCalledWith('text/plain', 'words')
})

it('tells when nothing was copied', async () => {
  vi.stubGlobal('navigator', {})
  document.execCommand = () => false
  await expect(copyText('words')).rejects.toThrow()
})
