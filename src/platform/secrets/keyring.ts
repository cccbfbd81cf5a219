/** The keys that seal stored secrets. `bureau secrets rotate` replaces them while the program runs. */
export interface Keyring {
  /** 32 bytes each, the active one first. */
  readonly keys: () => readonly Buffer[]
  readonly replace: (keys: readonly Buffer[]) => void
  /** The key file. Undefined: the operator sets the keys in BUREAU_SECRET_KEY. */
  readonly file: string | undefined
}

export function openKeyring(first: readonly Buffer[], file: string | undefined): Keyring {
  let keys = first
  return {
    keys: () => keys,
    replace: (others) => {
      keys = others
    },
    file,
  }
}
