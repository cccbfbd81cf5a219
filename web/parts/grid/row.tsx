import { memo, useId } from 'react'
import { Time } from '../../ui/data/time.tsx'
import { filesWords } from '../../words/words.ts'
import { NameInput } from './name-input.tsx'
import { MenuOfRow, Picture, rowAttributes, SharedMark, sizeOf, type RowProps } from './row-parts.tsx'
import styles from './row.module.css'
import { SelectBox } from './select-box.tsx'

const words = filesWords.browser

/** A line of the list. */
export const ItemRow = memo((props: RowProps) => {
  const { item, context, top, isChosen, isActive, isCut, isRenaming } = props
  const nameId = useId()
  return (
    <tr
      {...rowAttributes(props)}
      aria-labelledby={nameId}
      className={`${styles.row} ${isCut ? styles.cut : ''} ${context.placeOf ? styles.placed : ''}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      <td className={styles.check} data-check="">
        <SelectBox label={words.select(item.name)} checked={isChosen} />
      </td>
      <th scope="row" className={styles.name}>
        <span className={styles.icon}>
          <Picture item={item} context={context} />
        </span>
        <span className={styles.words}>
          <span className={styles.line}>
            {isRenaming ? (
              <span id={nameId} className={styles.renaming}>
                <NameInput item={item} onSave={context.actions.saveName} onDone={context.onRenamed} />
              </span>
            ) : (
              <a
                id={nameId}
                href={context.hrefOf(item)}
                tabIndex={-1}
                draggable={false}
                title={item.name}
                className={styles.link}
              >
                {context.nameOf?.(item) ?? <bdi>{item.name}</bdi>}
              </a>
            )}
            <SharedMark item={item} />
          </span>
          {context.isNarrow && (
            <span className={styles.facts}>
              <Time at={item.updated_at} />
              {item.type === 'file' && ` · ${sizeOf(item)}`}
            </span>
          )}
        </span>
      </th>
      {context.placeOf && (
        <td className={styles.place} data-place="">
          {context.placeOf(item, isActive)}
        </td>
      )}
      {!context.isNarrow && (
        <>
          <td className={styles.modified}>
            <Time at={item.updated_at} />
          </td>
          <td className={styles.size}>{sizeOf(item)}</td>
        </>
      )}
      <td className={styles.menu}>
        <MenuOfRow item={item} context={context} isActive={isActive} />
      </td>
    </tr>
  )
})
