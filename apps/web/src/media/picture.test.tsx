import { cleanup, fireEvent, render } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { Picture } from './picture.tsx'

afterEach(cleanup)

const look = (picturePath: string, owner: 'album' | 'artist' | 'user' = 'album') => {
  const { container } = render(
    <Picture
      of={{ owner, ownerId: 'al1', picturePath }}
      name="Ada Lovelace"
      by="Byron"
      thumbhash=""
      sizes="40px"
    />,
  )
  return {
    skeleton: () => container.querySelector('[data-skeleton]'),
    neutral: () => container.querySelector('[data-neutral]'),
    image: () => container.querySelector('img') as HTMLImageElement,
  }
}

describe('Picture', () => {
  it('shows a skeleton until the image has loaded (CARD-09)', () => {
    const picture = look('k3f.webp')
    expect(picture.skeleton()).not.toBeNull()
    fireEvent.load(picture.image())
    expect(picture.skeleton()).toBeNull()
    expect(picture.neutral()).toBeNull()
  })

  it('shows a placeholder if the image does not load (PROP-51)', () => {
    const picture = look('k3f.webp')
    fireEvent.error(picture.image())
    expect(picture.skeleton()).toBeNull()
    expect(picture.neutral()).not.toBeNull()
  })

  it('shows a placeholder at once if there is no image (PROP-51)', () => {
    const picture = look('')
    expect(picture.neutral()).not.toBeNull()
    expect(picture.image()).toBeNull()
  })

  it('shows the initials of an artist without a picture, and title and artist of an album without a cover', () => {
    expect(look('', 'artist').neutral()?.textContent).toBe('AL')
    const cover = look('', 'album').neutral()?.querySelector('[aria-hidden].typographic-cover')
    expect(Array.from(cover?.children ?? [], line => line.textContent)).toEqual(['Ada Lovelace', 'Byron'])
    expect(look('', 'user').neutral()?.querySelector('.typographic-cover')).toBeNull()
  })

  it('ends its load when it is removed before it has loaded, and only then', async () => {
    const pending = look('k3f.webp').image()
    const loaded = look('k3g.webp').image()
    Object.defineProperty(loaded, 'complete', { value: true })
    const { src } = loaded
    cleanup()
    await Promise.resolve()
    expect([pending.getAttribute('src'), pending.srcset]).toEqual(['', ''])
    expect(pending.parentElement?.querySelector('source')).toBeNull()
    expect(loaded.src).toBe(src)
  })

  it('goes on loading while React runs its effects twice', async () => {
    const { container } = render(
      <StrictMode>
        <Picture of={{ owner: 'album', ownerId: 'al1', picturePath: 'k3f.webp' }} thumbhash="" sizes="40px" />
      </StrictMode>,
    )
    await Promise.resolve()
    expect(container.querySelector('img')?.getAttribute('src')).toContain('k3f-512.webp')
  })

  it('has its size before it has loaded', () => {
    const image = look('k3f.webp').image()
    expect([image.width, image.height]).toEqual([512, 512])
  })
})
