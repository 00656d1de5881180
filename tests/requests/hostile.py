"""Strings that have broken renderers of samples before: quotes, expansions, options, files, unseen characters."""

STRINGS = (
    "it's", '"', '\\', '`id`', '$(id)', '$HOME', '!!', '; rm -rf x', 'a\nb', 'a\r\nX-Evil: 1', 'a\tb',
    '@/etc/passwd', '-o/tmp/x', '--next', '{1..3}', '[1-3]', '{a,b}', 'a&b=c#d', '100%', '%0a', '+',
    '\u202egpj.exe', '\u200b', '\ufeff', '\x00', '\x1b[2J', '\x15', '\x7f', '\x85', '\u2028', '<script>',
    "'''", '"""', '\\N{BULLET}', '{x!r}', '\ud800', '\xfc', '\u65e5\u672c', '\U0001f600', '', ' ', 'a b',
    "'; __import__('os').system('id') #", "\\'", '*', '~', 'a;type=text/html;filename=x', '<', '=', '?',
)  # fmt: skip
