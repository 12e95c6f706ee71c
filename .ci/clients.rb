# Ruby's net/smtp against mailsimd: STARTTLS and TLS, each mechanism, refusals.
require 'net/smtp'
require 'openssl'

host = ENV.fetch('SMTP_HOST')
trust = OpenSSL::SSL::SSLContext.new
trust.verify_mode = OpenSSL::SSL::VERIFY_NONE
text = "From: second@ours.test\nTo: anna@client.test\nSubject: by net/smtp\n\n.dot\nbody\n"
%i[plain login].each do |mechanism|
  { ENV.fetch('SMTP_PORT') => :enable_starttls, ENV.fetch('SMTPS_PORT') => :enable_tls }.each do |port, security|
    smtp = Net::SMTP.new(host, port.to_i)
    smtp.public_send(security, trust)
    smtp.start('ruby.test', 'second@ours.test', 'second-secret', mechanism) do |s|
      s.send_message(text, 'second@ours.test', 'anna@client.test')
      begin
        s.send_message(text, 'second@ours.test', 'gone+full@client.test')
        abort 'a full mailbox took mail'
      rescue Net::SMTPFatalError => e
        abort e.message unless e.message.start_with?('552 5.2.2')
      end
      s.rset
    end
  end
end
begin
  Net::SMTP.start(host, ENV.fetch('SMTP_PORT').to_i, starttls: false, user: 'second@ours.test', secret: 'wrong', authtype: :plain) {}
  abort 'a wrong password was taken'
rescue Net::SMTPAuthenticationError
  puts 'ok'
end
