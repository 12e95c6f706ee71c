# Ruby's net-imap against mailsimd.
require 'net/imap'

imap = Net::IMAP.new('127.0.0.1', port: ENV['IMAP_PORT'].to_i)
imap.authenticate('PLAIN', 'second@ours.test', 'second-secret')
def check(what, ok) = ok || raise("#{what} is wrong")

folder = Net::IMAP.encode_utf7('Müll')
imap.create(folder)
check 'LIST', imap.list('', 'M%').map { |m| Net::IMAP.decode_utf7(m.name) } == ['Müll']
mail = "From: Ann B <a@b.test>\r\nTo: c@d.test, \"X, Y\" <e@f.test>\r\nCc: grp: one@x.test, two@x.test;\r\nSubject: hi\r\n\r\nbody text\r\n"
imap.append(folder, mail, [:Seen, :Flagged], Time.at(1_700_000_000))
imap.append(folder, mail)
imap.select(folder)
check 'SEARCH', imap.uid_search(['UNSEEN', 'SUBJECT', 'hi']) == [2]
check 'THREAD', imap.thread('REFERENCES', 'ALL', 'UTF-8').size == 1
got = imap.fetch(1, ['FLAGS', 'INTERNALDATE', 'ENVELOPE', 'BODYSTRUCTURE', 'BODY.PEEK[HEADER.FIELDS (SUBJECT)]', 'BODY.PEEK[TEXT]<0.4>'])[0].attr
check 'ENVELOPE', got['ENVELOPE'].cc.map(&:mailbox) == ['grp', 'one', 'two', nil]
check 'FLAGS', (got['FLAGS'] - [:Recent]).sort == %i[Flagged Seen]
check 'INTERNALDATE', got['INTERNALDATE'] == '14-Nov-2023 22:13:20 +0000'
check 'BODYSTRUCTURE', got['BODYSTRUCTURE'].lines == 1
check 'BODY', got['BODY[TEXT]<0>'] == 'body'
arrived = []
sender = Thread.new do
  other = Net::IMAP.new('127.0.0.1', port: ENV['IMAP_PORT'].to_i)
  other.login('second@ours.test', 'second-secret')
  other.append(folder, mail)
  other.logout
end
imap.idle(20) do |r|
  next unless r.is_a?(Net::IMAP::UntaggedResponse) && r.name == 'EXISTS'
  arrived << r.data
  imap.idle_done if r.data == 3
end
sender.join
check 'IDLE', arrived.last == 3
check 'QUOTA', imap.getquotaroot('INBOX').size == 2 if Net::IMAP::VERSION >= '0.3'
imap.store(2, '+FLAGS', [:Deleted, 'Kw'])
check 'EXPUNGE', imap.expunge == [2]
imap.uid_move(1, 'Archive')
check 'STATUS', imap.status(folder, ['MESSAGES'])['MESSAGES'] == 1
imap.close
imap.delete(folder)
imap.logout
