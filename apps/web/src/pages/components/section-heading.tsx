interface Props {
  /** For `aria-labelledby` of the section. */
  readonly id?: string
  readonly className?: string
  readonly children: string
}

/** The heading of a section, as high as buttons beside it. */
export function SectionHeading({ id, className = '', children }: Props) {
  return (
    <h2
      id={id}
      className={`text-[1.125rem] leading-9 font-bold md:text-xl md:leading-9 pointer-coarse:leading-11 ${className}`}
    >
      {children}
    </h2>
  )
}
