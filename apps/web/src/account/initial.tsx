import { UserRound } from 'lucide-react'

/** The first grapheme of a listener's name; an icon for an empty name. */
export function Initial({ name }: { readonly name: string }) {
  const letter = [...new Intl.Segmenter().segment(name.trim())][0]?.segment
  return letter ?? <UserRound aria-hidden className="size-[1.25em]" />
}
