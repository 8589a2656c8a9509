import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Picture } from './picture.tsx'

afterEach(cleanup)

const look = (picturePath: string, owner: 'album' | 'artist' = 'album') => {
  const { container } = render(
    <Picture of={{ owner, ownerId: 'al1', picturePath }} name="Ada Lovelace" thumbhash="" sizes="40px" />,
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

  it('shows the initials of an artist without a picture', () => {
    expect(look('', 'artist').neutral()?.textContent).toBe('AL')
    expect(look('', 'album').neutral()?.textContent).toBe('')
  })

  it('has its size before it has loaded', () => {
    const image = look('k3f.webp').image()
    expect([image.width, image.height]).toEqual([512, 512])
  })
})
