import { UserRound } from 'lucide-react'

/** The first letter of a listener's name, whole in every script; a figure for an empty one. */
export function Initial({ name }: { readonly name: string }) {
  const letter = [...new Intl.Segmenter().segment(name.trim())][0]?.segment
  return letter ?? <UserRound aria-hidden className="size-[1.25em]" />
}
