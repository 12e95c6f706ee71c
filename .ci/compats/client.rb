# What clients in Ruby ask Mailpit and MailHog for, by its own net/smtp and net/http.
require 'json'
require 'net/http'
require 'net/smtp'

BASE = URI(ENV.fetch('URL'))
HOST, PORT = ENV.fetch('SMTP').split(':')
$good = $bad = 0

def ask(method, path, body = nil)
  request = Net::HTTP.const_get(method.capitalize).new(path)
  request.body = JSON.generate(body) if body
  Net::HTTP.start(BASE.host, BASE.port) { |http| http.request(request) }
end

def get(path) = JSON.parse(ask('get', path).body)

def send_mail(subject, to = 'kim@example.test')
  Net::SMTP.start(HOST, PORT.to_i, helo: 'localhost', user: 'any', secret: 'thing', authtype: :plain, starttls: false) do |smtp|
    smtp.send_message("From: Shop <shop@example.test>\r\nTo: Kim <#{to}>\r\nSubject: #{subject}\r\nX-Tags: news\r\nContent-Type: text/html\r\n\r\n<p>code 4711</p>\r\n", 'shop@example.test', to)
  end
  get('/api/v1/messages')['messages'][0]['ID']
end

def check(name)
  raise 'delete' unless ask('delete', '/api/v1/messages').body == 'ok'
  raise 'no' unless yield
  $good += 1
rescue StandardError => e
  $bad += 1
  puts "#{name}: #{e.full_message(highlight: false)}"
end

check('message') { m = get("/api/v1/message/#{send_mail('Hello')}"); [m['Subject'], m['To'][0]['Name'], m['Tags'], m['HTML'].strip] == ['Hello', 'Kim', ['news'], '<p>code 4711</p>'] }
check('headers') { get("/api/v1/message/#{send_mail('Hello')}/headers")['X-Tags'] == ['news'] }
check('raw') { ask('get', "/api/v1/message/#{send_mail('Hello')}/raw").body.include?("Subject: Hello\r\n") }
check('search') { send_mail('One'); send_mail('Two'); get('/api/v1/search?query=subject:two')['messages_count'] == 1 && get('/api/v1/search?query=4711')['messages_count'] == 2 }
check('delete') { send_mail('One'); id = send_mail('Two'); ask('delete', '/api/v1/messages', { IDs: [id] }); get('/api/v1/messages')['total'] == 1 }
check('delete by search') { send_mail('One'); send_mail('Two'); ask('delete', '/api/v1/search?query=one'); get('/api/v1/messages')['messages'].map { |m| m['Subject'] } == ['Two'] }
check('tags') { id = send_mail('One'); ask('put', '/api/v1/tags', { IDs: [id], Tags: %w[b a] }); get('/api/v1/tags') == %w[a b] }
check('latest') { send_mail('One'); get('/api/v1/message/latest')['Subject'] == 'One' && ask('get', '/view/latest.html').body.include?('4711') }
check('not found') { ask('get', '/api/v1/message/none').code == '404' && ask('get', '/view/none.html').code == '404' }
check('mailhog') { send_mail('One'); get('/api/v2/messages?limit=1')['items'][0]['Raw']['To'] == ['kim@example.test'] }
check('health') { ask('get', '/livez').code == '200' && ask('get', '/readyz').code == '200' && get('/api/v1/info')['Version'].start_with?('v') }
puts "# pass #{$good}", "# fail #{$bad}"
exit 1 if $bad > 0
