import { afterEach, expect, it, vi } from 'vitest'
import { copyText } from './copy-text.ts'

afterEach(() => vi.unstubAllGlobals())

it('copies a text to the clipboard', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  await copyText('words')
  expect(writeText).toHaveBeenCalledWith('words')
})

it('copies without the Clipboard API, as on pages without TLS', async () => {
  vi.stubGlobal('navigator', {})
  const setData = vi.fn()
  document.execCommand = () => {
    const event = Object.assign(new Event('copy'), { clipboardData: { setData } })
    return document.dispatchEvent(event)
  }
  await copyText('words')
  expect(setData).toHaveBeenCalledWith('text/plain', 'words')
})

it('throws if the browser refuses', async () => {
  vi.stubGlobal('navigator', {})
  document.execCommand = () => false
  await expect(copyText('words')).rejects.toThrow()
})
