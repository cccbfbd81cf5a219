interface ShareDialogProps {
  /** `?share={item}`. Undefined: closed. */
  readonly item: string | undefined
  readonly onClose: () => void
}

export function ShareDialog(_props: ShareDialogProps) {
  return null
}
