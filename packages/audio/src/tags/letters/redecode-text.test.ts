import { describe, expect, it } from 'vitest'
import { decodeUtf8, redecodeText, swapUtf16 } from './redecode-text.ts'

const inLatin1 = (text: string) => Buffer.from(text).toString('latin1')
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('utf16le')

describe('texts in a wrong encoding', () => {
  it.each(['Mädchen', 'Don’t', 'Группа крови', '夜に駆ける', 'Größe 😀'])('are UTF-8: %s', text => {
    expect(decodeUtf8(inLatin1(text))).toBe(text)
    expect(decodeUtf8(inLatin1(inLatin1(text)))).toBe(text)
    expect(decodeUtf8(text)).toBe(text)
  })

  it('are UTF-8 that was taken for Windows-1252', () => {
    expect(decodeUtf8('Donâ€™t')).toBe('Don’t')
  })

  it('are right if they only look like UTF-8', () => {
    for (const text of ['BEYONCÉ®', '«LIBERTÉ»', 'JÄÄ»', 'Ã', 'Â', 'São Paulo'])
      expect(decodeUtf8(text)).toBe(text)
  })

  it('are UTF-16 in the other byte order', () => {
    for (const text of ['Hello', 'Mädchen', 'Группа крови', 'It’s'])
      expect(swapUtf16(swapped(text))).toBe(text)
    for (const text of ['Hello', '一', '一一', '夜に駆ける', '一无所有', 'Группа крови'])
      expect(swapUtf16(text)).toBe(text)
  })

  it('lose a letter that the limit of ID3v1 has cut, and no other', () => {
    const whole = Buffer.from('Я, хочу быть с тобой')
    expect(whole.length).toBeGreaterThan(30)
    expect(decodeUtf8(whole.toString('latin1', 0, 30))).toBe('Я, хочу быть с то')
    expect(decodeUtf8('Café')).toBe('Café')
  })

  it('stay as they are if they have no bytes in the character set', () => {
    expect(redecodeText('\u0081\u00ff', 'shift_jis')).toBe('\u0081\u00ff')
    expect(redecodeText('Ω', 'windows-1251')).toBe('Ω')
    expect(redecodeText('plain', 'shift_jis')).toBe('plain')
  })
})
